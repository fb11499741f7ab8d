import type { SqlDriverAdapter, SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';

/**
 * A client over an open connection. It is made when it is first asked for, and its engine with its first query. The client
 * takes 5 MB, its engine 27 MB and a tenth of a second, so queries of every start go straight to the driver.
 */
export function lateClient<Client extends { $disconnect(): Promise<void> }>(
	adapter: SqlDriverAdapter,
	open: (factory: SqlDriverAdapterFactory) => Client
): { client(): Client; close(): Promise<void> } {
	const { provider, adapterName } = adapter;
	let isHandedOver = false;
	const handOver = async () => {
		isHandedOver = true;
		return adapter;
	};
	let client: Client | undefined;
	return {
		client: () => (client ??= open({ provider, adapterName, connect: handOver })),
		close: async () => {
			await client?.$disconnect();
			if (!isHandedOver) await adapter.dispose();
		}
	};
}
