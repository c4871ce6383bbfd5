import about from '../../package.json' with { type: 'json' };

/** Of the product, as its package says: taken in by the build, wherever in dist/ it puts this file. */
export const VERSION: string = about.version;
