/** Path and query of one call: `/api/dishes/:id` with { id: 'a' } → '/api/dishes/a'. */
export function addressOf(
  path: string,
  params: Readonly<Record<string, string>>,
  query: Readonly<Record<string, string | undefined>> = {},
): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value !== undefined) search.set(key, value);
  return search.size === 0 ? filled : `${filled}?${search}`;
}
