import type { SqlDriverAdapter, SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';

export type Connected<Client> = {
	adapter: SqlDriverAdapter;
	client: Client;
	close(): Promise<void>;
};

/**
 * An open connection, and a client over it, which makes its engine for its first query. That takes a tenth of a second and 27 MB,
 * so what is asked at every start goes to the driver.
 */
export async function connectWithLateEngine<Client extends { $disconnect(): Promise<void> }>(
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
	const client = open({ provider, adapterName, connect: handOver });
	const close = async () => {
		await client.$disconnect();
		if (!isHandedOver) await adapter.dispose();
	};
	return { adapter, client, close };
}
