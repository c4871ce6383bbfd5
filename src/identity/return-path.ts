const LONGEST = 512;
/** Browsers drop tabs and line breaks from addresses and read a backslash as a slash: `/\t/x` and `/\x` would leave us. */
const MISREAD = /[\p{Cc}\p{Cs}\\]/u;
/** An origin that nothing is served from; only there to see whether a path stays on the origin it is resolved against. */
const HERE = 'https://return-path.invalid';

/**
 * Where to go after signing in: the path that was asked for if it is a path of ours, else `/`.
 * `//host`, `/\host`, `/.//host`, whole addresses and anything that is not text become `/`.
 */
export function safeReturnPath(asked: unknown): string {
  if (typeof asked !== 'string' || asked.length > LONGEST || !asked.startsWith('/') || MISREAD.test(asked)) return '/';
  const url = URL.canParse(asked, HERE) ? new URL(asked, HERE) : undefined;
  if (url === undefined || url.origin !== HERE || url.pathname.startsWith('//')) return '/';
  return url.pathname + url.search + url.hash;
}
