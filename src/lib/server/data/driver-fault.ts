import { isDriverAdapterError, type DriverAdapterError } from '@prisma/driver-adapter-utils';
import { Prisma } from './generated/sqlite/client.ts';

/** The driver's own error. Prisma wraps that of a query in its own, and passes that of a COMMIT on as it is. */
export function faultOfDriver(error: unknown): DriverAdapterError['cause'] | undefined {
	if (error instanceof Prisma.PrismaClientKnownRequestError)
		return faultOfDriver(error.meta?.driverAdapterError);
	return error instanceof Error && isDriverAdapterError(error) ? error.cause : undefined;
}
