import manifest from '../../package.json' with { type: 'json' };

/** Version of the product from its package.json; the build inserts it. */
export const VERSION: string = manifest.version;
