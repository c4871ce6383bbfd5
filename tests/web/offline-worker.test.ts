import { beforeEach, describe, expect, test } from 'vitest';
import { createOfflineWorker } from '#web/offline/worker.ts';
import { fakeCaches } from './support/fake-caches.ts';

const ORIGIN = 'https://prumo.example';

/** The files of the server by path; `isOnline` turns it off. */
let serverFiles: Map<string, string>;
let isOnline: boolean;
let requestedPaths: string[];

async function fetch(request: Request | string): Promise<Response> {
  const path = typeof request === 'string' ? request : new URL(request.url).pathname;
  requestedPaths.push(path);
  if (!isOnline) throw new TypeError('Failed to fetch');
  const isFile = /\.\w+$/.test(path) && path !== '/index.html';
  const text = serverFiles.get(isFile ? path : '/index.html');
  return text === undefined ? new Response('', { status: 404 }) : new Response(text);
}

let caches: ReturnType<typeof fakeCaches>;
beforeEach(() => {
  serverFiles = new Map();
  isOnline = true;
  requestedPaths = [];
  caches = fakeCaches(fetch);
});

/** Replaces the files of the server by a build of this name. */
function deploy(name: string) {
  const files = [`/assets/index-${name}.js`, `/assets/tab-${name}.js`, '/first-paint.js'];
  serverFiles = new Map(files.map((file) => [file, `${file} of ${name}`]));
  serverFiles.set('/index.html', `<script src="${files[0]}"></script>`);
  return createOfflineWorker({
    caches,
    fetch,
    origin: ORIGIN,
    version: name,
    files,
    wait: () => new Promise(() => undefined),
  });
}

const navigation = (path: string) => ({ method: 'GET', mode: 'navigate', url: ORIGIN + path }) as const;
const request = (path: string, method = 'GET') => ({ method, mode: 'cors', url: ORIGIN + path }) as const;
const textOf = async (answer: Promise<Response> | undefined): Promise<string | undefined> => (await answer)?.text();

test('the offline worker answers every page and file of its build without a connection', async () => {
  const worker = deploy('one');
  await worker.install();
  isOnline = false;
  expect(await textOf(worker.answer(navigation('/dashboard?tab=recipes')))).toContain('index-one.js');
  expect(await textOf(worker.answer(request('/assets/tab-one.js')))).toBe('/assets/tab-one.js of one');
  expect(await textOf(worker.answer(request('/first-paint.js')))).toBe('/first-paint.js of one');
});

test('the offline worker reads pages from the server and hashed files from its cache while connected', async () => {
  const worker = deploy('one');
  await worker.install();
  requestedPaths = [];
  serverFiles.set('/index.html', 'newer');
  expect(await textOf(worker.answer(navigation('/dashboard')))).toBe('newer');
  await worker.answer(request('/assets/tab-one.js'));
  expect(requestedPaths).toEqual(['/dashboard']);
});

test('the offline worker treats a failing or silent server like no connection', async () => {
  const worker = deploy('one');
  await worker.install();
  const down = createOfflineWorker({
    caches,
    fetch: async () => new Response('', { status: 502 }),
    origin: ORIGIN,
    version: 'one',
    files: [],
  });
  expect(await textOf(down.answer(navigation('/dashboard')))).toContain('index-one.js');
  const silent = createOfflineWorker({
    caches,
    fetch: () => new Promise(() => undefined),
    origin: ORIGIN,
    version: 'one',
    files: [],
    wait: () => Promise.resolve(),
  });
  expect(await textOf(silent.answer(navigation('/dashboard')))).toContain('index-one.js');
  expect(await textOf(worker.answer(navigation('/dashboard')))).toContain('index-one.js');
});

test.each([
  ['requests of the API', request('/api/dashboard')],
  ['the live stream', request('/api/live')],
  ['pages below /api', navigation('/api/docs')],
  ['a POST request', request('/dashboard', 'POST')],
  ['other sites', { method: 'GET', mode: 'cors', url: 'https://other.example/assets/tab-one.js' } as const],
  ['files outside its build', request('/video-poster.svg')],
])('the offline worker leaves %s to the browser', async (_what, asking) => {
  const worker = deploy('one');
  await worker.install();
  expect(worker.answer(asking)).toBeUndefined();
});

describe('the offline worker of a new build', () => {
  test('serves its page, while a tab of the old build still gets its files', async () => {
    const old = deploy('one');
    await old.install();
    const next = deploy('two');
    await next.install();
    await next.activate();
    isOnline = false;
    expect(await textOf(next.answer(navigation('/dashboard')))).toContain('index-two.js');
    expect(await textOf(next.answer(request('/assets/tab-one.js')))).toBe('/assets/tab-one.js of one');
    expect(await textOf(next.answer(request('/assets/tab-two.js')))).toBe('/assets/tab-two.js of two');
  });

  test('is not installed when one of its files is missing', async () => {
    await deploy('one').install();
    const next = deploy('two');
    serverFiles.delete('/assets/tab-two.js');
    await expect(next.install()).rejects.toThrow('not ok');
    expect([...caches.all.keys()]).toEqual(['prumo-shell-one']);
  });

  test('is not installed while the server still has the old page', async () => {
    const next = deploy('two');
    serverFiles.set('/index.html', '<script src="/assets/index-one.js"></script>');
    await expect(next.install()).rejects.toThrow('another build');
    expect(caches.all.size).toBe(0);
  });

  test('deletes the caches of builds that no tab can run any more, and no other', async () => {
    await caches.open('prumo-business');
    for (const name of ['one', 'two', 'three', 'four']) {
      const worker = deploy(name);
      await worker.install();
      await worker.activate();
    }
    expect([...caches.all.keys()]).toEqual([
      'prumo-business',
      'prumo-shell-two',
      'prumo-shell-three',
      'prumo-shell-four',
    ]);
  });
});
