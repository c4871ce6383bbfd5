import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownPort } from '#tests/support/port.ts';
import { type RunningProduct, startProduct } from '#tests/support/product.ts';
import { type ApiVisitor, visitorAt } from '#tests/support/visitor.ts';
import { describeProgram } from './support/real-program.ts';
import { signInAtProvider, issuerVersion, type RealIssuer, startRealIssuer } from './support/real-issuer.ts';
import { debiansPostgres, type RealPostgres, startRealPostgres } from './support/real-postgres.ts';

const CLIENT = { id: 'prumo', secret: 'um segredo de teste, longo o bastante' };

describeProgram(
  { name: 'oidc-provider', installation: { version: issuerVersion() }, isPackagedByDebian: true },
  (_found, tell) => {
    let postgres: RealPostgres;
    let issuer: RealIssuer;
    let port: number;
    let url: string;
    beforeAll(async () => {
      const programs = debiansPostgres();
      if (typeof programs === 'string') throw new Error(programs);
      postgres = await startRealPostgres(programs);
      url = (await postgres.createDatabase()).ownerUrl;
      port = await ownPort();
      issuer = await startRealIssuer({ ...CLIENT, redirectUri: redirectUri() });
    });
    afterAll(async () => {
      await issuer.stop();
      await postgres.stop();
    });

    const redirectUri = (): string => `http://localhost:${port}/auth/callback`;
    const start = (secret: string): Promise<RunningProduct> =>
      startProduct({
        env: {
          PORT: String(port),
          DATABASE_URL: url,
          OIDC_ISSUER: issuer.issuer,
          GOOGLE_CLIENT_ID: CLIENT.id,
          GOOGLE_CLIENT_SECRET: secret,
        },
      });

    /** Executes a complete sign-in. @returns the last answer */
    async function signIn(browser: ApiVisitor, login: string) {
      const begun = await browser.call('GET', '/api/oauth/google/redirect_url');
      const { redirectUrl } = begun.json as { readonly redirectUrl: string };
      const back = await signInAtProvider(redirectUrl, redirectUri(), login);
      const body = { code: back.get('code'), state: back.get('state'), iss: back.get('iss') };
      return browser.call('POST', '/api/sessions', { body });
    }

    test('signs a person of the product in through its own pages', async (context) => {
      const product = await start(CLIENT.secret);
      const browser = visitorAt(product.origin);
      expect((await signIn(browser, 'marta')).status).toBe(200);
      expect((await browser.call('GET', '/api/users/me')).json).toMatchObject({ email: 'marta@provedor.example' });
      expect(product.output()).toBe('');
      await product.stop();
      tell(context, 'code flow with PKCE, nonce, signature, iss');
    });

    test('signs nobody in for a client with a wrong secret, and the product reports the reason', async (context) => {
      const product = await start('outro segredo');
      const browser = visitorAt(product.origin);
      const { status } = await signIn(browser, 'marta');
      expect(status).toBeGreaterThanOrEqual(400);
      expect((await browser.call('GET', '/api/users/me')).status).toBe(401);
      expect(product.output()).toMatch(/401|invalid_client/);
      await product.stop();
      tell(context, `${status}, and the reason in the log`);
    });
  },
);
