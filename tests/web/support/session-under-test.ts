import type { UserBody } from '#contract/account.ts';
import { createSessionClient } from '#web/api/session-client.ts';
import { createLocalMarkers } from '#web/stores/local-markers.ts';
import { type SessionOptions, SessionStore } from '#web/stores/session-store.ts';

export const ana: UserBody = {
  id: 'a8098c1a-f86e-11da-bd1a-00112444be1e',
  email: 'ana@cozinha.example',
  name: 'Ana B.',
  access_granted: true,
  is_admin: false,
  guest: false,
  payment_id: null,
  guest_to_join: null,
  transfer_asked: null,
  google_user_data: { name: 'Ana Beatriz' },
};

/** The guest has paid in this browser and has no account. */
export const guest: UserBody = {
  ...ana,
  id: '1f0d6c2a-7d0b-4c55-8a52-6a5f3f0f9d11',
  email: null,
  name: null,
  guest: true,
  payment_id: '6f1f0c1e-58c7-4b6f-9a6c-3b1f6d0a1b2c',
  google_user_data: null,
};

interface PageRequest {
  readonly path: string;
  readonly headers: Headers;
  /** The body of the last request that had one. */
  readonly body: unknown;
}

type Answer = () => Response | Promise<Response>;

interface SessionSetup extends Pick<SessionOptions, 'loadCache' | 'isAnonymous'> {
  readonly search?: string;
}

/** A session store over a network that answers by path, in a window that records what is done to it. */
export function sessionUnderTest(options: SessionSetup = {}) {
  const answers = new Map<string, Answer>();
  /** The requests and the calls of the window, in their order. */
  const actions: string[] = [];
  const logged: string[] = [];
  const bodies: unknown[] = [];
  const allRequests: PageRequest[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const path = input as string;
    actions.push(`${init?.method ?? 'GET'} ${path}`);
    if (typeof init?.body === 'string') bodies.push(JSON.parse(init.body));
    allRequests.push({ path, headers: new Headers(init?.headers), body: bodies.at(-1) });
    const answer = answers.get(path);
    if (answer === undefined) throw new TypeError('Failed to fetch');
    return answer();
  };
  localStorage.clear();
  sessionStorage.clear();
  const markers = createLocalMarkers(() => ({ local: localStorage, session: sessionStorage }));
  const session = new SessionStore({
    api: createSessionClient({ fetch }),
    markers,
    ...(options.loadCache && { loadCache: options.loadCache }),
    ...(options.isAnonymous && { isAnonymous: true }),
    log: (message) => logged.push(message),
    window: {
      search: () => options.search ?? '',
      forgetSearch: () => actions.push('forget search'),
      withLock: (work) => work(),
      navigateTo: (url) => actions.push(`leave to ${url}`),
      reload: () => actions.push('reload'),
    },
  });
  return {
    session,
    markers,
    fetch,
    allRequests,
    actions,
    logged,
    bodies,
    answer: (path: string, answer: Answer) => answers.set(path, answer),
    /** Sets the user that the server answers with from now on. */
    visitor: (user: UserBody | null) =>
      answers.set('/api/users/me', () =>
        user === null ? new Response('Entre para continuar.', { status: 401 }) : Response.json(user),
      ),
  };
}
