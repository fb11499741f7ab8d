// compose.yaml: one process on a file, or two nodes on Postgres behind a proxy.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseDocument } from 'yaml';
import { z } from 'zod';
import { defaults, readConfig } from '../src/lib/server/runtime/config.ts';

const Compose = z.object({
	services: z.record(
		z.string(),
		z.object({
			image: z.string(),
			profiles: z.array(z.string()).default([]),
			environment: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
			depends_on: z.record(z.string(), z.unknown()).default({}),
			volumes: z.array(z.string()).default([]),
			logging: z.object({ driver: z.string() }).optional()
		})
	),
	configs: z.object({ caddyfile: z.object({ content: z.string() }) }),
	volumes: z.record(z.string(), z.unknown())
});

const text = readFileSync(join(import.meta.dirname, '../compose.yaml'), 'utf8');
const composed = (written: string) => Compose.parse(parse(written, { merge: true }));
const { services, configs, volumes } = composed(text);
const hearths = Object.entries(services).filter(([, { image }]) => image === 'hearth');
const nodes = hearths.filter(([, { profiles }]) => profiles.length > 0);

/** A value with its variables filled in as Compose does. */
const filled = (value: string | number) =>
	String(value).replace(/\$\{(\w+)(?::-([^}]*))?\}/g, (_, name: string, otherwise = '') =>
		name === 'POSTGRES_PASSWORD' ? 'secret' : otherwise
	);

/** What the comment in the service `hearth` asks to remove for Postgres, as a key of a service. */
const taken = {
	'the volumes above': 'hearth.volumes',
	'the profiles of postgres': 'postgres.profiles'
};

/** The file after following exactly that comment. */
function onPostgres(): string {
	const [, asked = '', marked = ''] =
		/^ *# For Postgres instead of a file: (remove .*)\n((?: *# .*\n)+)/m.exec(text) ?? [];
	const document = parseDocument(text.replace(marked, () => marked.replace(/^( *)# /gm, '$1')));
	for (const [words, path] of Object.entries(taken))
		if (asked.includes(words)) document.deleteIn(['services', ...path.split('.')]);
	return document.toString();
}

type Service = z.infer<typeof Compose>['services'][string];

/** Enabled services that depend on a disabled one, for which Compose refuses the whole file. */
function missedAtTimes(all: Record<string, Service>): string[] {
	return Object.entries(all).flatMap(([name, service]) =>
		Object.keys(service.depends_on)
			.filter((needed) => !isThereWhenever(service, all[needed]))
			.map((needed) => `${name} depends on ${needed}`)
	);
}

function isThereWhenever({ profiles }: Service, needed?: Service): boolean {
	if (!needed) return false;
	const areShared = profiles.every((profile) => needed.profiles.includes(profile));
	return needed.profiles.length === 0 || (profiles.length > 0 && areShared);
}

describe('compose.yaml', () => {
	it('starts one process on a file unless more is asked for', () => {
		const usual = Object.entries(services).filter(([, { profiles }]) => profiles.length === 0);
		expect(usual.map(([name]) => name)).toEqual(['hearth']);
		expect(services.hearth?.volumes).toEqual(['hearth-data:/data']);
	});

	it('gives both nodes one Postgres, and only variables that the configuration knows', () => {
		expect(nodes.map(([name]) => name)).toEqual(['node-1', 'node-2']);
		for (const [name, { environment, depends_on }] of nodes) {
			expect(Object.keys(environment).filter((variable) => !(variable in defaults))).toEqual([]);
			const given = Object.entries(environment).map(([key, value]) => [key, filled(value)]);
			const config = readConfig(Object.fromEntries(given));
			expect(config.databaseUrl, name).toBe('postgres://hearth:secret@postgres:5432/hearth');
			expect(Object.keys(depends_on)).toEqual(['postgres']);
		}
	});

	it('enables the dependencies of every enabled service, unchanged and on Postgres', () => {
		expect(missedAtTimes(services)).toEqual([]);
		expect(missedAtTimes(composed(onPostgres()).services)).toEqual([]);
	});

	it('becomes one process on Postgres when its comment is followed', () => {
		const { hearth, postgres } = composed(onPostgres()).services;
		expect(filled(hearth?.environment.DATABASE_URL ?? '')).toBe(
			'postgres://hearth:secret@postgres:5432/hearth'
		);
		expect(Object.keys(hearth?.depends_on ?? {})).toEqual(['postgres']);
		expect([hearth?.volumes, postgres?.profiles]).toEqual([[], []]);
	});

	it('puts a proxy in front that knows exactly these nodes and asks whether they are ready', () => {
		const { content } = configs.caddyfile;
		const behind = /reverse_proxy (.*) \{/.exec(content)?.[1]?.split(' ');
		expect(behind).toEqual(nodes.map(([name]) => `${name}:3000`));
		expect(Object.keys(services.caddy?.depends_on ?? {})).toEqual(nodes.map(([name]) => name));
		expect(content).toContain('health_uri /readyz');
	});

	it('has every service that the README names', () => {
		const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
		const commands = readme.match(/docker compose (?:up|stop|run|exec|logs)[^`;|\n]*/g) ?? [];
		const named = commands.flatMap(
			(command) => command.match(/\b(?:hearth|node-\d|caddy|postgres)(?= |$)/g) ?? []
		);
		expect(named).toEqual(
			expect.arrayContaining(['hearth', 'node-1', 'node-2', 'caddy', 'postgres'])
		);
		expect(named.filter((name) => !(name in services))).toEqual([]);
	});

	it('has Postgres sort by code point, so that no newer image sorts otherwise than its indexes', () => {
		expect(services.postgres?.environment.POSTGRES_INITDB_ARGS).toBe('--encoding=UTF8 --locale=C');
	});

	it('keeps the log of no service for ever', () => {
		for (const [name, { logging }] of Object.entries(services))
			expect(logging?.driver, name).toBe('local');
	});

	it('declares every volume that a service uses', () => {
		const used = Object.values(services).flatMap((service) =>
			service.volumes.map((volume) => volume.split(':', 1).join())
		);
		expect(Object.keys(volumes).sort()).toEqual(used.sort());
	});
});
