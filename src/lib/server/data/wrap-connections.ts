import type { SqlDriverAdapter, SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';

/** A factory like this one, whose connections have passed through `wrap`. */
export function wrapConnections(
	factory: SqlDriverAdapterFactory,
	wrap: (adapter: SqlDriverAdapter) => SqlDriverAdapter
): SqlDriverAdapterFactory {
	const { provider, adapterName } = factory;
	return { provider, adapterName, connect: async () => wrap(await factory.connect()) };
}
