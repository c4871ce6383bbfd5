import { startGoogleShapedIssuer } from '#tests/support/google-shaped-issuer.ts';
import { startLocalIssuer } from '#tests/support/local-issuer-under-test.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import type { JWTPayload } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CallbackParams, IdentityUnavailable, type SignInRefusal, SignInRefused } from '#identity/port.ts';
import type { Tampering } from '#tests/support/tamper.ts';
import type { IssuerUnderTest, ProviderOptions, TestPerson } from '#tests/support/issuer-under-test.ts';

const marta: TestPerson = { email: 'Dona.Marta@exemplo.com', name: 'Dona Marta', verified: true };
const eve: TestPerson = { email: 'eva@exemplo.com', name: 'Eva', verified: true };

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: unknown;
}

const refusal = (reason: SignInRefusal) => expect.objectContaining({ name: 'SignInRefused', reason });

/** Everything that a sign-in must refuse, tested over HTTP with any issuer. */
function rejectionSuite(name: string, start: () => Promise<IssuerUnderTest>): void {
  describe(`sign-in with ${name}`, () => {
    let issuer: IssuerUnderTest;
    beforeAll(async () => {
      issuer = await start();
    });
    afterAll(() => issuer.stop());

    async function beginSignIn(person = marta, options: ProviderOptions = {}) {
      const provider = issuer.newProvider(options);
      const { redirectUri } = issuer;
      const { url, transaction } = await provider.begin({ redirectUri });
      const params = await issuer.approve(url, person);
      const finish = (changed: Partial<CallbackParams> = {}, uri = redirectUri) =>
        provider.finish({ redirectUri: uri, params: { ...params, ...changed }, transaction });
      return { provider, url, transaction, params, finish };
    }

    async function finishedWith(tampering: Tampering) {
      const { finish } = await beginSignIn();
      issuer.tamper.tamperWithNextToken(tampering);
      return finish();
    }

    const withClaims = (change: (claims: JWTPayload) => JWTPayload) =>
      finishedWith({ signature: 'published', claims: change });

    test('returns the person that the issuer confirms', async () => {
      const { finish } = await beginSignIn();
      expect(await finish()).toMatchObject({
        issuer: issuer.issuer,
        subject: expect.stringMatching(/^\w+$/),
        email: marta.email,
        emailVerified: true,
        name: 'Dona Marta',
      });
    });

    test('returns the same subject for a person every time, and another one for another person', async () => {
      const first = await (await beginSignIn()).finish();
      expect((await (await beginSignIn()).finish()).subject).toBe(first.subject);
      expect((await (await beginSignIn(eve)).finish()).subject).not.toBe(first.subject);
    });

    test('requests PKCE, state and nonce, new each time', async () => {
      const one = await beginSignIn();
      const two = await beginSignIn();
      const query = new URL(one.url).searchParams;
      expect(query.get('code_challenge_method')).toBe('S256');
      expect(query.get('scope')).toBe('openid email profile');
      for (const field of ['code_challenge', 'state', 'nonce']) {
        expect(query.get(field)).toMatch(/^[\w-]{43}$/);
        expect(query.get(field)).not.toBe(new URL(two.url).searchParams.get(field));
      }
      expect(one.url).not.toContain(one.transaction.codeVerifier);
    });

    test('reports an unverified e-mail as unverified', async () => {
      expect(await (await beginSignIn({ ...marta, verified: false })).finish()).toMatchObject({ emailVerified: false });
    });

    test.each([
      ['the text “true”', 'true'],
      ['the number 1', 1],
      ['null', null],
      ['nothing', undefined],
    ])('treats %s in email_verified as unverified', async (_what, claim) => {
      expect(await withClaims((claims) => ({ ...claims, email_verified: claim }))).toMatchObject({
        emailVerified: false,
      });
    });

    describe('return to the product', () => {
      test('is refused with another state', async () => {
        const other = await beginSignIn(eve);
        const { finish } = await beginSignIn();
        await expect(finish({ state: other.params.state })).rejects.toEqual(refusal('state'));
        await expect(finish({ state: '' })).rejects.toEqual(refusal('state'));
        await expect(finish({ state: undefined })).rejects.toEqual(refusal('state'));
      });

      test('is refused without the name of the issuer, or with another', async () => {
        const { finish } = await beginSignIn();
        await expect(finish({ iss: undefined })).rejects.toEqual(refusal('issuer'));
        await expect(finish({ iss: 'https://evil.example' })).rejects.toEqual(refusal('issuer'));
        await expect(finish({ iss: `${issuer.issuer}/` })).rejects.toEqual(refusal('issuer'));
      });

      test('reports that the person denied the sign-in', async () => {
        const provider = issuer.newProvider();
        const { redirectUri } = issuer;
        const { url, transaction } = await provider.begin({ redirectUri });
        const params = await issuer.deny(url);
        expect(params.error).toBe('access_denied');
        await expect(provider.finish({ redirectUri, params, transaction })).rejects.toEqual(refusal('denied'));
      });

      test('reports an error that the person did not cause', async () => {
        for (const error of ['server_error', 'temporarily_unavailable', 'unauthorized_client', 'invalid_scope']) {
          const { finish } = await beginSignIn();
          await expect(finish({ code: undefined, error })).rejects.toMatchObject({
            name: 'IdentityUnavailable',
            detail: `authorization endpoint: ${error}`,
          });
        }
        const { finish } = await beginSignIn();
        const denied = finish({ code: undefined, error: `<script>${marta.email}` });
        await expect(denied).rejects.toMatchObject({ detail: 'authorization endpoint: an error without a name' });
      });

      test('is refused for a denial with the state of another browser', async () => {
        const { finish } = await beginSignIn();
        await expect(finish({ error: 'access_denied', state: 'x' })).rejects.toEqual(refusal('state'));
      });
    });

    describe('authorization code', () => {
      test('is refused a second time', async () => {
        const { finish } = await beginSignIn();
        await finish();
        await expect(finish()).rejects.toEqual(refusal('code'));
      });

      test('is refused when it belongs to another sign-in', async () => {
        const stolen = await beginSignIn();
        const attacker = await beginSignIn(eve);
        await expect(attacker.finish({ code: stolen.params.code })).rejects.toEqual(refusal('code'));
      });

      test('is refused when it is missing, empty, very long or unknown', async () => {
        const { finish } = await beginSignIn();
        for (const code of [undefined, '', 'x'.repeat(5000), 'nobody-issued-this'])
          await expect(finish({ code })).rejects.toEqual(refusal('code'));
      });

      test('is refused with another redirect URI than in the request', async () => {
        const { finish } = await beginSignIn();
        await expect(finish({}, 'http://127.0.0.1:9/auth/callback')).rejects.toEqual(refusal('code'));
      });

      test('is refused when its redirect URI is not registered', async () => {
        for (const redirectUri of [
          'http://evil.example/auth/callback',
          `${issuer.redirectUri}/`,
          `${issuer.redirectUri}?a=1`,
        ]) {
          const { url } = await issuer.newProvider().begin({ redirectUri });
          await expect(issuer.approve(url, marta)).rejects.toThrow('the issuer answered 400');
        }
      });

      test('is refused without the PKCE verifier', async () => {
        const { params } = await beginSignIn();
        const form = new URLSearchParams({
          grant_type: 'authorization_code',
          client_id: issuer.client.id,
          client_secret: issuer.client.secret,
          redirect_uri: issuer.redirectUri,
          code: params.code ?? '',
        });
        const response = await fetch(issuer.tokenEndpoint, { method: 'POST', body: form });
        expect(response.status).toBe(400);
        expect(await response.json()).not.toHaveProperty('id_token');
      });
    });

    describe('ID token', () => {
      const hourAgo = (): number => Math.floor(Date.now() / 1000) - 3600;
      const without = (claim: string) => (claims: JWTPayload) => {
        const { [claim]: _removed, ...rest } = claims;
        return rest;
      };

      test.each<[string, SignInRefusal, (claims: JWTPayload) => JWTPayload]>([
        ['another nonce', 'nonce', (claims) => ({ ...claims, nonce: 'of-another-sign-in' })],
        ['no nonce', 'token', without('nonce')],
        ['another audience', 'token', (claims) => ({ ...claims, aud: 'another-client' })],
        ['a second audience', 'token', (claims) => ({ ...claims, aud: [claims.aud as string, 'x'], azp: 'x' })],
        ['another issuer', 'token', (claims) => ({ ...claims, iss: 'https://accounts.google.com.evil.example' })],
        ['no issuer', 'token', without('iss')],
        ['an expiry in the past', 'expired', (claims) => ({ ...claims, iat: hourAgo() - 60, exp: hourAgo() })],
        ['no expiry', 'token', without('exp')],
        ['a start in the future', 'token', (claims) => ({ ...claims, nbf: hourAgo() + 2 * 3600 })],
        ['no subject', 'token', without('sub')],
        ['an empty subject', 'token', (claims) => ({ ...claims, sub: '' })],
        ['a subject that is not a text', 'token', (claims) => ({ ...claims, sub: 7 as unknown as string })],
        ['no e-mail', 'token', without('email')],
        ['an e-mail with NUL', 'token', (claims) => ({ ...claims, email: 'a\u0000@exemplo.com' })],
      ])('is refused with %s', async (_what, reason, change) => {
        await expect(withClaims(change)).rejects.toEqual(refusal(reason));
      });

      test('is accepted when the tampering server changes nothing, so that the other cases fail for their own reason', async () => {
        expect(await withClaims((claims) => claims)).toMatchObject({ email: marta.email });
      });

      test.each(['stranger', 'unknown-kid', 'kept', 'none', 'hs256', 'brings-its-key', 'names-its-keys'] as const)(
        'is refused with the signature “%s”',
        async (signature) => {
          const claims = (honest: JWTPayload): JWTPayload => ({ ...honest, email: 'admin@exemplo.com' });
          await expect(finishedWith({ signature, claims })).rejects.toEqual(refusal('token'));
        },
      );

      test.each(['none', 'hs256'] as const)(
        'is refused with the signature “%s” even when the issuer advertises it',
        async (signature) => {
          issuer.tamper.advertise('none', 'HS256');
          try {
            await expect(finishedWith({ signature })).rejects.toEqual(refusal('token'));
          } finally {
            issuer.tamper.advertise();
          }
        },
      );

      test('is refused when it is missing or malformed', async () => {
        for (const idToken of [undefined, 'garbage', 'a.b.c', 5]) {
          const { finish } = await beginSignIn();
          issuer.tamper.replaceNextAnswer((ctx) => {
            ctx.body = { access_token: 'x', token_type: 'Bearer', id_token: idToken };
          });
          await expect(finish()).rejects.toSatisfy(
            (error) => error instanceof SignInRefused || error instanceof IdentityUnavailable,
          );
        }
      });
    });

    describe('issuer in trouble', () => {
      test.each<[string, Answer]>([
        ['a broken page', { status: 502, type: 'html', body: '<h1>Bad Gateway</h1>' }],
        ['JSON cut short', { status: 200, type: 'json', body: '{"access_token":"x' }],
        ['too many requests', { status: 429, type: 'json', body: { error: 'slow_down' } }],
      ])('is reported as unavailable and not as the person’s error after %s', async (_what, answer) => {
        const { finish } = await beginSignIn();
        issuer.tamper.replaceNextAnswer((ctx) => void Object.assign(ctx, answer));
        await expect(finish()).rejects.toBeInstanceOf(IdentityUnavailable);
      });

      test('is reported as unavailable when it gives no answer', async () => {
        const { finish } = await beginSignIn(marta, { timeoutMs: 3_000 });
        issuer.tamper.replaceNextAnswer(() => sleep(3_200));
        await expect(finish()).rejects.toBeInstanceOf(IdentityUnavailable);
      });

      test('is reported to the operator when it does not know our client secret', async () => {
        const provider = issuer.newProvider({ secret: 'wrong' });
        const { redirectUri } = issuer;
        const { url, transaction } = await provider.begin({ redirectUri });
        const params = await issuer.approve(url, marta);
        await expect(provider.finish({ redirectUri, params, transaction })).rejects.toBeInstanceOf(IdentityUnavailable);
      });
    });

    test('that fails is reported without code, token, e-mail or secret', async () => {
      const failures: unknown[] = [];
      const keep = (error: unknown): number => failures.push(error);
      const first = await beginSignIn();
      await first.finish();
      await first.finish().catch(keep);
      const second = await beginSignIn();
      issuer.tamper.tamperWithNextToken({ signature: 'published', claims: (claims) => ({ ...claims, aud: 'x' }) });
      await second.finish().catch(keep);
      const third = await beginSignIn();
      issuer.tamper.tamperWithNextToken({ signature: 'kept', claims: (claims) => ({ ...claims, name: 'x' }) });
      await third.finish().catch(keep);
      expect(failures).toHaveLength(3);
      const shown = inspect(failures, { depth: 10, showHidden: true });
      const secrets = [first, second, third].flatMap(({ params, transaction }) => [
        params.code,
        ...Object.values(transaction),
      ]);
      for (const secret of [marta.email, issuer.client.secret, 'eyJ', ...secrets]) expect(shown).not.toContain(secret);
    });
  });
}

rejectionSuite('the local issuer', startLocalIssuer);
rejectionSuite('an issuer with Google’s habits', startGoogleShapedIssuer);
