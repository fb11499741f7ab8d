/** A value of a metric, in the text format of Prometheus. */
export type Sample = { suffix?: string; labels?: Record<string, string>; value: number };
export type Family = {
	name: string;
	type: 'gauge' | 'counter' | 'histogram';
	help: string;
	samples: Sample[];
};

export const gauge = (name: string, help: string, value: number): Family => ({
	name,
	type: 'gauge',
	help,
	samples: [{ value }]
});

export function written({ name, type, help, samples }: Family): string {
	const lines = samples.map(({ suffix = '', labels, value }) => {
		const pairs = Object.entries(labels ?? {}).map(([label, text]) => `${label}="${text}"`);
		return `${name}${suffix}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}`;
	});
	return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ''].join('\n');
}
