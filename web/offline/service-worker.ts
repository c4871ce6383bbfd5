import { createOfflineWorker } from './worker.ts';

interface FetchEvent {
  readonly request: Request;
  /** The response that the browser requests while the worker starts; undefined in browsers without that feature. */
  readonly preloadResponse?: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}

/** The part of a service worker's global scope that is used here; the DOM types lack it. */
interface WorkerScope {
  readonly location: Location;
  addEventListener(
    type: 'install' | 'activate',
    listen: (event: { waitUntil(work: Promise<unknown>): void }) => void,
  ): void;
  addEventListener(type: 'fetch', listen: (event: FetchEvent) => void): void;
  skipWaiting(): Promise<void>;
  readonly registration: { readonly navigationPreload?: { enable(): Promise<void> } };
  readonly clients: { claim(): Promise<void> };
}

/** The build replaces this constant. */
declare const BUILD: { readonly version: string; readonly files: readonly string[] };

const scope = globalThis as unknown as WorkerScope;
const worker = createOfflineWorker({
  ...BUILD,
  caches,
  fetch: (request, init) => fetch(request, init),
  origin: scope.location.origin,
});

scope.addEventListener('install', (event) => event.waitUntil(worker.install().then(() => scope.skipWaiting())));
scope.addEventListener('activate', (event) =>
  event.waitUntil(
    worker
      .activate()
      .then(() => scope.registration.navigationPreload?.enable())
      .then(() => scope.clients.claim()),
  ),
);
scope.addEventListener('fetch', (event) => {
  const answer = worker.answer(event.request, event.preloadResponse);
  if (answer) event.respondWith(answer);
});
