/** Cache Storage in memory, as far as the product uses it. `addAll` loads its files with `fetch`. */
export function fakeCaches(
  fetch: (path: string) => Promise<Response> = () => Promise.reject(new TypeError('offline')),
) {
  const all = new Map<string, Map<string, Response>>();
  const pathOf = (request: unknown): string =>
    typeof request === 'string' ? request : new URL((request as Request).url).pathname;

  const open = async (name: string): Promise<Cache> => {
    const entries = all.get(name) ?? new Map<string, Response>();
    all.set(name, entries);
    const cache: Pick<Cache, 'match' | 'put' | 'addAll'> = {
      match: async (request) => entries.get(pathOf(request))?.clone(),
      put: async (request, response) => void entries.set(pathOf(request), response),
      async addAll(requests) {
        for (const request of requests) {
          const response = await fetch(pathOf(request));
          if (!response.ok) throw new TypeError('not ok');
          entries.set(pathOf(request), response);
        }
      },
    };
    return cache as Cache;
  };

  return {
    all,
    open,
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
    async match(request: RequestInfo | URL) {
      for (const entries of all.values()) {
        const found = entries.get(pathOf(request));
        if (found) return found.clone();
      }
      return undefined;
    },
  };
}
