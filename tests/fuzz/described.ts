import { openApiDocument } from '#http/open-api/document.ts';

interface DescribedCall {
  readonly method: string;
  readonly path: RegExp;
  readonly statuses: readonly string[];
}

const { paths } = openApiDocument('http://localhost:3000') as {
  paths: Record<string, Record<string, { responses: object }>>;
};
const calls: readonly DescribedCall[] = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { responses }]) => ({
    method: method.toUpperCase(),
    path: new RegExp(`^${path.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    statuses: Object.keys(responses),
  })),
);

/** These statuses are described for no single call: another host name, and a malformed address, body or request. */
const OF_ANY_REQUEST = new Set(['307', '400', '404', '408', '413', '414', '415', '431']);

/** Returns whether the API description has this status for the request, also for an unknown path. */
export function isDescribed(
  { method, path }: { readonly method: string; readonly path: string },
  status: number,
): boolean {
  const [address = ''] = path.split('?');
  const matching = calls.filter((call) => call.method === method && call.path.test(address));
  if (matching.length === 0 || OF_ANY_REQUEST.has(String(status))) return true;
  return matching.some(({ statuses }) => statuses.includes(String(status)));
}
