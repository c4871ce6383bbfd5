import { samplePeople } from '#app/samples/people.ts';
import { createLocalIssuer } from '#identity/local-issuer.ts';
import { createOpenIdProvider } from '#identity/openid.ts';
import { createTokenTamper } from './tamper.ts';
import { type IssuerUnderTest, paramsOf, ANSWER_TIMEOUT_MS, startLoopbackServer } from './issuer-under-test.ts';

const client = { id: 'prumo', secret: 'segredo-do-teste' };

/** The local issuer over real HTTP. */
export async function startLocalIssuer(): Promise<IssuerUnderTest> {
  const server = await startLoopbackServer();
  const redirectUri = `${server.origin}/auth/callback`;
  const { issuer, middleware } = createLocalIssuer({
    origin: server.origin,
    people: samplePeople,
    client: { ...client, redirectUris: [redirectUri] },
  });
  const tamper = createTokenTamper({ algorithm: 'ES256', tokenPath: '/dev-idp/token', keysPath: '/dev-idp/jwks' });
  server.serve(tamper.middleware, middleware);

  async function submit(url: string, form: Record<string, string>) {
    const response = await fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
    const location = response.headers.get('location');
    if (location === null) throw new Error(`the issuer answered ${response.status}`);
    return paramsOf(location);
  }

  return {
    issuer,
    redirectUri,
    tokenEndpoint: `${issuer}/token`,
    client,
    tamper,
    newProvider: ({ secret = client.secret, timeoutMs = ANSWER_TIMEOUT_MS } = {}) =>
      createOpenIdProvider({
        issuer,
        clientId: client.id,
        clientSecret: secret,
        name: 'Local',
        timeout: timeoutMs / 1000,
      }),
    approve: (url, { email, name, verified }) => submit(url, { email, name, ...(verified ? {} : { unverified: '1' }) }),
    deny: (url) => submit(url, { cancel: '1' }),
    stop: () => server.stop(),
  };
}
