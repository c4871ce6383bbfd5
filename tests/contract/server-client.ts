import { startApi } from '#tests/support/api.ts';
import { createHttpClient } from '#web/api/http.ts';
import type { OwnerClient } from '#web/api/client.ts';

export interface ClientUnderTest {
  /** Each test gets a client whose business is still empty. */
  readonly api: OwnerClient;
  dispose(): Promise<void>;
}

/** Returns the browser's client on the real server, for an account with access and an empty business. */
export async function serverClient(): Promise<ClientUnderTest> {
  const server = await startApi();
  const visitor = await server.signIn('admin@exemplo.com');
  const asBrowser: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('Cookie', visitor.cookieHeader());
    headers.set('Sec-Fetch-Site', 'same-origin');
    return fetch(new URL(input as string, server.origin), { ...init, headers });
  };
  return { api: createHttpClient({ fetch: asBrowser }), dispose: () => server.stop() };
}
