/** The environment of a service worker; tests provide their own. */
export interface WorkerEnvironment {
  readonly caches: Pick<CacheStorage, 'open' | 'match' | 'keys' | 'delete'>;
  readonly fetch: (request: Request | string, init?: RequestInit) => Promise<Response>;
  readonly origin: string;
  /** The version of this build, whose files differ from those of other builds. */
  readonly version: string;
  /** Paths of all files of the dashboard, beginning with the one that index.html loads first. */
  readonly files: readonly string[];
  readonly wait?: (milliseconds: number) => Promise<void>;
}

export interface OfflineWorker {
  /** Downloads all files of this build. Rejects if one fails: the old worker then stays. */
  install(): Promise<void>;
  /** Deletes builds that no open tab can still be running. */
  activate(): Promise<void>;
  /**
   * The answer to a request; undefined where the browser should ask the server itself.
   * @param preloaded the server's answer, if the browser has requested it while the worker was starting
   */
  answer(
    request: Pick<Request, 'method' | 'url' | 'mode'>,
    preloaded?: Promise<Response | undefined>,
  ): Promise<Response> | undefined;
}

const PREFIX = 'prumo-shell-';
const PAGE = '/index.html';
/** The number of cached builds: the current one and two for tabs that have been open for long. */
const MAX_BUILDS = 3;
/** Milliseconds after which a silent network counts as offline, if there is a cached page. */
const FETCH_TIMEOUT_MS = 5_000;

/**
 * Makes the dashboard available offline. A page comes from the server whenever that answers, so a new version appears
 * at the next load; hashed files come from the cache of any build, so that an open tab finds its own. A page is cached
 * only together with all its files, so builds are never mixed. API calls are not handled.
 */
export function createOfflineWorker(environment: WorkerEnvironment): OfflineWorker {
  const { caches, fetch, origin, version, files } = environment;
  const { wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)) } = environment;
  const name = `${PREFIX}${version}`;

  async function fetchPage(): Promise<Response> {
    const page = await fetch(PAGE, { cache: 'no-store' });
    if (!page.ok || !(await page.clone().text()).includes(files[0] ?? '')) throw new Error('a page of another build');
    return page;
  }

  async function cachedPage(): Promise<Response | undefined> {
    return (await caches.open(name)).match(PAGE);
  }

  async function fetchFromServer(request: Request, preloaded?: Promise<Response | undefined>): Promise<Response> {
    return (await preloaded) ?? fetch(request);
  }

  async function answerPage(request: Request, preloaded?: Promise<Response | undefined>): Promise<Response> {
    const response = fetchFromServer(request, preloaded);
    response.catch(() => undefined); // A failure is handled below, once it is known whether there is a cached page.
    const cached = await cachedPage();
    if (!cached) return response;
    const answer = await Promise.race([response, wait(FETCH_TIMEOUT_MS)]).catch(() => undefined);
    return answer && answer.status < 500 ? answer : cached;
  }

  async function answerFile(request: Request): Promise<Response> {
    return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
  }

  /** Handles the few files without a hash in their names. */
  async function answerNamedFile(request: Request): Promise<Response> {
    try {
      return await fetch(request);
    } catch (error) {
      const cached = await caches.match(request, { ignoreVary: true });
      if (cached) return cached;
      throw error;
    }
  }

  return {
    async install() {
      const cache = await caches.open(name);
      try {
        await cache.addAll(files);
        await cache.put(PAGE, await fetchPage());
      } catch (error) {
        await caches.delete(name);
        throw error;
      }
    },
    async activate() {
      const builds = (await caches.keys()).filter((key) => key.startsWith(PREFIX) && key !== name);
      const old = builds.slice(0, Math.max(0, builds.length - (MAX_BUILDS - 1)));
      await Promise.all(old.map((key) => caches.delete(key)));
    },
    answer(request, preloaded) {
      const { origin: requestOrigin, pathname } = new URL(request.url);
      if (request.method !== 'GET' || requestOrigin !== origin || pathname.startsWith('/api/')) return undefined;
      if (request.mode === 'navigate') return answerPage(request as Request, preloaded);
      if (pathname.startsWith('/assets/')) return answerFile(request as Request);
      return files.includes(pathname) ? answerNamedFile(request as Request) : undefined;
    },
  };
}
