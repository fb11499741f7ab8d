import manifest from '../../../../package.json' with { type: 'json' };

/** Hearth's own, as its package says. */
export const version: string = manifest.version;
