import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { tints } from '../src/lib/client/format/list-icon.ts';

const css = readFileSync(new URL('../src/styles/tokens.css', import.meta.url), 'utf8');

const text: [string, string[]][] = [
	['ink', ['paper', 'sheet', 'sunk', 'ember-tint', 'leaf-tint', 'sky-tint', 'rust-tint']],
	['ink-soft', ['paper', 'sheet', 'sunk', 'ember-tint']],
	['ember', ['paper', 'sheet']],
	['on-ember', ['ember']],
	['leaf', ['paper', 'sheet']],
	['sky', ['paper', 'sheet']],
	['rust', ['paper', 'sheet', 'sunk', 'ember-tint', 'rust-tint']],
	['paper', ['ink']],
	...tints.map((tint): [string, string[]] => [tint, [`${tint}-tint`]])
];

/** The colours of borders of controls, of the tick, and of the focus ring. */
const controls: [string, string[]][] = [
	['edge', ['paper', 'sheet', 'sunk', 'ember-tint']],
	['ember', ['paper', 'sheet', 'sunk']],
	['leaf', ['paper', 'sheet', 'ember-tint']],
	['sheet', ['leaf']],
	['rust', ['paper', 'sheet', 'sunk']]
];

/** Lines that alone distinguish something: the sheet, the rule, its property, and the backgrounds of the line. */
const lines: [string, string, string, string[]][] = [
	['list.css', '.nothing', 'border', ['paper']],
	['layout.css', '.side li a[aria-current]::before', 'background', ['sheet', 'paper']],
	['list.css', '.tick i', 'border', ['sheet']]
];

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
	it.each(pairs(text))('%s can be read on %s', (front, back) => {
		expect(contrast(colour(front, theme), colour(back, theme))).toBeGreaterThanOrEqual(4.5);
	});

	it.each(pairs(controls))('a control in %s is seen on %s', (front, back) => {
		expect(contrast(colour(front, theme), colour(back, theme))).toBeGreaterThanOrEqual(3);
	});

	it.each(lines)('in %s the line of %s (%s) is seen', (file, selector, property, backs) => {
		const front = tokenOf(file, selector, property);
		for (const back of backs)
			expect(contrast(colour(front, theme), colour(back, theme))).toBeGreaterThanOrEqual(3);
	});
});

test('the contrast of black and white is 21, of a colour with itself 1, and of a known grey as published', () => {
	expect(contrast([0, 0, 0], [1, 0, 0])).toBeCloseTo(21, 1);
	expect(contrast([0.5, 0.1, 40], [0.5, 0.1, 40])).toBe(1);
	// #767676 is oklch(0.5658 0 0), the lightest grey that has enough contrast on white.
	expect(contrast([0.5658, 0, 0], [1, 0, 0])).toBeCloseTo(4.54, 1);
});

test('the colours of the browser around the page are those of the paper', () => {
	const html = readFileSync(new URL('../src/app.html', import.meta.url), 'utf8');
	for (const theme of ['light', 'dark'] as const)
		expect(html).toContain(`content="${hex(colour('paper', theme))}" media="%hearth.${theme}%"`);
});

/** The colour token that a rule of src/styles uses. */
function tokenOf(file: string, selector: string, property: string): string {
	const sheet = readFileSync(new URL(`../src/styles/${file}`, import.meta.url), 'utf8');
	const block = sheet.split(`\t${selector} {`)[1]?.split('}')[0] ?? '';
	const [, token] = new RegExp(`\\b${property}:[^;]*var\\(--([\\w-]+)\\)`).exec(block) ?? [];
	if (!token) throw new Error(`${selector} of ${file} takes its ${property} from no token`);
	return token;
}

type Oklch = [lightness: number, chroma: number, hue: number];

function pairs(table: [string, string[]][]): [string, string][] {
	return table.flatMap(([front, backs]) => backs.map((back): [string, string] => [front, back]));
}

function colour(name: string, theme: 'light' | 'dark'): Oklch {
	const found = new RegExp(
		`--${name}: light-dark\\(oklch\\(([^)]*)\\), oklch\\(([^)]*)\\)\\)`
	).exec(css);
	const [lightness, chroma, hue] = (found?.[theme === 'light' ? 1 : 2] ?? '')
		.split(' ')
		.map(Number);
	if (lightness === undefined || chroma === undefined || hue === undefined)
		throw new Error(`no colour ${name}`);
	return [lightness, chroma, hue];
}

/** WCAG 2.2, "contrast ratio". */
function contrast(one: Oklch, other: Oklch): number {
	const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
	return (high + 0.05) / (low + 0.05);
}

function luminance(oklch: Oklch): number {
	const [red, green, blue] = linear(oklch);
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function hex(oklch: Oklch): string {
	const encoded = linear(oklch).map((c) =>
		c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055
	);
	return `#${encoded
		.map((c) =>
			Math.round(c * 255)
				.toString(16)
				.padStart(2, '0')
		)
		.join('')}`;
}

/** Oklch to linear sRGB, clipped to the gamut: CSS Color 4, "OKLab to linear-light sRGB". */
function linear([lightness, chroma, hue]: Oklch): [number, number, number] {
	const a = chroma * Math.cos((hue * Math.PI) / 180);
	const b = chroma * Math.sin((hue * Math.PI) / 180);
	const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
	const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
	const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
	const shown = (c: number) => Math.min(1, Math.max(0, c));
	return [
		shown(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
		shown(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
		shown(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)
	];
}
