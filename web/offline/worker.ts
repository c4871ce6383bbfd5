/** The environment of a service worker; tests provide their own. */
export interface WorkerSurroundings {
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
   * @param asked the server's answer, if the browser has requested it while the worker was starting
   */
  answer(
    request: Pick<Request, 'method' | 'url' | 'mode'>,
    asked?: Promise<Response | undefined>,
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
export function createOfflineWorker(surroundings: WorkerSurroundings): OfflineWorker {
  const { caches, fetch, origin, version, files } = surroundings;
  const { wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)) } = surroundings;
  const name = `${PREFIX}${version}`;

  async function freshPage(): Promise<Response> {
    const page = await fetch(PAGE, { cache: 'no-store' });
    if (!page.ok || !(await page.clone().text()).includes(files[0] ?? '')) throw new Error('a page of another build');
    return page;
  }

  async function cachedPage(): Promise<Response | undefined> {
    return (await caches.open(name)).match(PAGE);
  }

  async function fromServer(request: Request, begun: Promise<Response | undefined> | undefined): Promise<Response> {
    return (await begun) ?? fetch(request);
  }

  async function pageAnswer(request: Request, begun?: Promise<Response | undefined>): Promise<Response> {
    const asked = fromServer(request, begun);
    asked.catch(() => undefined); // A failure is handled below, once it is known whether there is a cached page.
    const kept = await cachedPage();
    if (!kept) return asked;
    const answered = await Promise.race([asked, wait(FETCH_TIMEOUT_MS)]).catch(() => undefined);
    return answered && answered.status < 500 ? answered : kept;
  }

  async function fileAnswer(request: Request): Promise<Response> {
    return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
  }

  /** Handles the few files without a hash in their names. */
  async function namedFileAnswer(request: Request): Promise<Response> {
    try {
      return await fetch(request);
    } catch (error) {
      const kept = await caches.match(request, { ignoreVary: true });
      if (kept) return kept;
      throw error;
    }
  }

  return {
    async install() {
      const cache = await caches.open(name);
      try {
        await cache.addAll(files);
        await cache.put(PAGE, await freshPage());
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
    answer(request, begun) {
      const { origin: asked, pathname } = new URL(request.url);
      if (request.method !== 'GET' || asked !== origin || pathname.startsWith('/api/')) return undefined;
      if (request.mode === 'navigate') return pageAnswer(request as Request, begun);
      if (pathname.startsWith('/assets/')) return fileAnswer(request as Request);
      return files.includes(pathname) ? namedFileAnswer(request as Request) : undefined;
    },
  };
}
