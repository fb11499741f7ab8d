import type { SqlDriverAdapter, SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';

type Connected<Client> = {
	adapter: SqlDriverAdapter;
	/** Over the same connection. */
	client(): Client;
	close(): Promise<void>;
};

/**
 * An open connection, and a client that is made when it is first asked for, and its engine with its first query. The client takes
 * 5 MB, its engine 27 MB and a tenth of a second, so what is asked at every start goes to the driver.
 */
export async function connectWithLateClient<Client extends { $disconnect(): Promise<void> }>(
	factory: SqlDriverAdapterFactory,
	open: (factory: SqlDriverAdapterFactory) => Client
): Promise<Connected<Client>> {
	const { provider, adapterName } = factory;
	const adapter = await factory.connect();
	let isHandedOver = false;
	const handOver = async () => {
		isHandedOver = true;
		return adapter;
	};
	let client: Client | undefined;
	return {
		adapter,
		client: () => (client ??= open({ provider, adapterName, connect: handOver })),
		close: async () => {
			await client?.$disconnect();
			if (!isHandedOver) await adapter.dispose();
		}
	};
}
