// Ten connections that ask as fast as they are answered.
import autocannon from 'autocannon';
import type { Measured } from './household.ts';

const connections = 10;

export type Asked = {
	method: 'GET' | 'PUT' | 'POST';
	path: string;
	headers?: Record<string, string>;
	body?: string;
};

/** Answers a second, all nodes together, over `seconds`. Throws where anything but `status` was answered. */
export async function answersASecond(
	{ nodes, token }: Measured,
	asked: Asked[],
	seconds: number,
	status = 200
): Promise<number> {
	const results = await Promise.all(
		nodes.map(({ origin }) =>
			autocannon({
				url: origin,
				connections: connections / nodes.length,
				duration: seconds,
				requests: asked.map((one) => ({
					...one,
					headers: { authorization: `Bearer ${token}`, ...one.headers }
				}))
			})
		)
	);
	for (const { errors, timeouts, statusCodeStats } of results) {
		const others = Object.keys(statusCodeStats ?? {}).filter((code) => code !== String(status));
		if (errors + timeouts + others.length > 0)
			throw new Error(
				`${asked[0]?.path}: ${errors} errors, ${timeouts} timeouts, answers ${others}`
			);
	}
	return results.reduce((sum, { requests, duration }) => sum + requests.total / duration, 0);
}
