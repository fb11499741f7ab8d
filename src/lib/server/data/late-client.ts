import type { SqlDriverAdapter, SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';

type Connected<Client> = {
	adapter: SqlDriverAdapter;
	/** A client over the connection of `adapter`. */
	client(): Client;
	close(): Promise<void>;
};

/**
 * Opens a connection. Its client is made when it is first asked for, and the client's engine with the first query. The client
 * takes 5 MB, its engine 27 MB and a tenth of a second, so queries of every start go straight to the driver.
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
