/** What a service worker works with; the tests bring their own. */
export interface WorkerSurroundings {
  readonly caches: Pick<CacheStorage, 'open' | 'match' | 'keys' | 'delete'>;
  readonly fetch: (request: Request | string, init?: RequestInit) => Promise<Response>;
  readonly origin: string;
  /** Name of this build; another one has another set of files. */
  readonly version: string;
  /** Paths of all files that the dashboard is made of, the one first that index.html begins with. */
  readonly files: readonly string[];
  readonly wait?: (milliseconds: number) => Promise<void>;
}

export interface OfflineWorker {
  /** Fetches all files of this build. Rejects when they cannot be had together: then there is no new worker yet. */
  install(): Promise<void>;
  /** Forgets builds that no open tab can still be running. */
  activate(): Promise<void>;
  /**
   * The answer to a request, or undefined where the browser shall ask the server as if nothing stood between.
   * @param asked the server's answer, where the browser has asked already while the worker was waking up
   */
  answer(
    request: Pick<Request, 'method' | 'url' | 'mode'>,
    asked?: Promise<Response | undefined>,
  ): Promise<Response> | undefined;
}

const PREFIX = 'prumo-shell-';
const PAGE = '/index.html';
/** This one, and two more for tabs that have been open for a while. */
const MAX_BUILDS = 3;
/** A network that says nothing for so long is as good as none, where there is something to show. */
const FETCH_TIMEOUT_MS = 5_000;

/**
 * Shows the dashboard without a connection. A page always comes from the server when that answers, so a new version is
 * there at the next load; hashed files come from what is kept, of whichever build, so an open tab finds its own. A page is
 * kept only together with all files that it names: builds are never mixed. Calls of the API are none of its business.
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

  async function keptPage(): Promise<Response | undefined> {
    return (await caches.open(name)).match(PAGE);
  }

  async function fromServer(request: Request, begun: Promise<Response | undefined> | undefined): Promise<Response> {
    return (await begun) ?? fetch(request);
  }

  async function pageAnswer(request: Request, begun?: Promise<Response | undefined>): Promise<Response> {
    const asked = fromServer(request, begun);
    asked.catch(() => undefined); // looked at below, once it is known what there is instead
    const kept = await keptPage();
    if (!kept) return asked;
    const answered = await Promise.race([asked, wait(FETCH_TIMEOUT_MS)]).catch(() => undefined);
    return answered && answered.status < 500 ? answered : kept;
  }

  async function fileAnswer(request: Request): Promise<Response> {
    return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
  }

  /** The few files whose names stay the same. */
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
