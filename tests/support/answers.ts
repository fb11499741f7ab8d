// What tests ask of an answer.
import { expect } from 'vitest';
import type { Answer } from './client.ts';

/** The one shape of every error below /api/v1. */
export function expectError(answer: Answer, status: number, code: number): void {
	expect([answer.status, answer.text]).toEqual([status, expect.any(String)]);
	expect(answer.headers['content-type']).toMatch(/^application\/json/);
	expect(Object.keys(record(answer.body)).sort()).toEqual(['code', 'details', 'message']);
	expect(answer.body).toMatchObject({
		code,
		message: expect.stringMatching(/\w/),
		details: expect.any(Array)
	});
}

/** The shape of every error that an assistant gets in place of an answer of the protocol. */
export function expectRpcError(answer: Answer, status: number): void {
	expect([answer.status, answer.body]).toEqual([
		status,
		{ jsonrpc: '2.0', id: null, error: { code: -32600, message: expect.stringMatching(/\w/) } }
	]);
	expect(answer.headers['content-type']).toMatch(/^application\/json/);
}

export const part = (value: unknown, name: string): unknown => record(value)[name];

export function record(value: unknown): Record<string, unknown> {
	return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** The attributes of a cookie, without its lifetime (`Expires`, `Max-Age`). */
export function attributesOf(cookie: string): string[] {
	const [, ...attributes] = cookie.toLowerCase().split(/;\s*/);
	return attributes.filter((attribute) => !/^(expires|max-age)=/.test(attribute)).sort();
}
