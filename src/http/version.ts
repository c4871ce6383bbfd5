import manifest from '../../package.json' with { type: 'json' };

/** Of the product, as its package says; the build puts it in. */
export const VERSION: string = manifest.version;
