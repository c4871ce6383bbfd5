import { bodyParser } from '@koa/bodyparser';
import { Router } from '@koa/router';
import type { Context, Middleware } from 'koa';
import {
  answerUrl,
  type AuthorizationRequest,
  readAuthorizationRequest,
} from '#identity/local-issuer/authorization.ts';
import { type Chooser, chooserPage, refusalPage } from '#identity/local-issuer/chooser-page.ts';
import { chooserStyle } from '#identity/local-issuer/chooser-style.ts';
import { createCodes } from '#identity/local-issuer/codes.ts';
import { discoveryDocument } from '#identity/local-issuer/discovery.ts';
import { isEmail, personFor, type SamplePerson } from '#identity/local-issuer/people.ts';
import { createSigningKey } from '#identity/local-issuer/signing-key.ts';
import { readTokenRequest } from '#identity/local-issuer/token-request.ts';

const PATH = '/dev-idp';
const FORM = { enableTypes: ['form' as const], formLimit: '8kb' };

type Fields = Readonly<Record<string, string>>;

export interface LocalIssuerOptions {
  /** Scheme, host and port under which both the browser and this process reach the product. */
  readonly origin: string;
  /** Offered for choosing; anybody else types name and e-mail. */
  readonly people: readonly SamplePerson[];
  /** The one registered client; redirect URIs are compared as text. */
  readonly client: { readonly id: string; readonly secret: string; readonly redirectUris: readonly string[] };
  readonly clock?: () => Date;
}

export interface LocalIssuer {
  /** `{origin}/dev-idp` */
  readonly issuer: string;
  /**
   * Answers everything below `/dev-idp`. Belongs before a body parser that reads JSON only, since the token endpoint
   * takes forms.
   */
  readonly middleware: Middleware;
}

/**
 * An OpenID Connect provider for a machine without Google: whoever sits at it may be anyone. Speaks the same protocol
 * with the same strictness, so that what works here works there. Never part of a production start.
 */
export function createLocalIssuer(options: LocalIssuerOptions): LocalIssuer {
  const { origin, people, client, clock = () => new Date() } = options;
  const issuer = `${origin}${PATH}`;
  const codes = createCodes(clock);
  const key = createSigningKey();
  const router = new Router({ prefix: PATH });

  function show(ctx: Context, status: number, page: string, formTarget?: string): void {
    const target = formTarget === undefined ? "'self'" : `'self' ${new URL(formTarget).origin}`;
    ctx.set(
      'Content-Security-Policy',
      `default-src 'none'; style-src 'self'; form-action ${target}; frame-ancestors 'none'; base-uri 'none'`,
    );
    ctx.set('Cache-Control', 'no-store');
    ctx.set('Referrer-Policy', 'same-origin'); // the address holds the state
    ctx.status = status;
    ctx.type = 'html';
    ctx.body = page;
  }

  function answer(ctx: Context, request: Pick<AuthorizationRequest, 'redirectUri' | 'state'>, fields: Fields): void {
    ctx.set('Cache-Control', 'no-store');
    ctx.redirect(answerUrl(request, { ...fields, iss: issuer }));
    ctx.status = 303;
  }

  /** The checked request, or undefined when it has already been answered with a refusal. */
  function requestOf(ctx: Context): AuthorizationRequest | undefined {
    const read = readAuthorizationRequest(new URLSearchParams(ctx.querystring), client);
    if (read.kind === 'accepted') return read.request;
    if (read.kind === 'untrusted') show(ctx, 400, refusalPage(read.why));
    else answer(ctx, read, { error: read.error, error_description: read.description });
    return undefined;
  }

  function signIn(ctx: Context, request: AuthorizationRequest, person: SamplePerson, emailVerified: boolean): void {
    answer(ctx, request, { code: codes.issue({ request, person, emailVerified }) });
  }

  const pageFor = (ctx: Context, request: AuthorizationRequest, typed: Partial<Chooser>): string =>
    chooserPage({ people, action: `${PATH}/authorize?${ctx.querystring}`, email: request.loginHint, ...typed });

  router.get('/.well-known/openid-configuration', (ctx) => {
    ctx.body = discoveryDocument(issuer);
  });

  router.get('/jwks', (ctx) => {
    ctx.body = { keys: [key.publicJwk] };
  });

  router.get('/chooser.css', (ctx) => {
    ctx.type = 'css';
    ctx.body = chooserStyle;
  });

  router.get('/authorize', (ctx) => {
    const request = requestOf(ctx);
    if (!request) return;
    if (request.prompt !== 'none') return show(ctx, 200, pageFor(ctx, request, {}), request.redirectUri);
    if (!isEmail(request.loginHint)) return answer(ctx, request, { error: 'login_required' });
    signIn(ctx, request, personFor(people, request.loginHint), true);
  });

  router.post('/authorize', bodyParser(FORM), (ctx) => {
    const request = requestOf(ctx);
    if (!request) return;
    const { cancel, email, name, unverified } = (ctx.request.body ?? {}) as Record<string, unknown>;
    if (cancel !== undefined) return answer(ctx, request, { error: 'access_denied' });
    const typed = typeof email === 'string' ? email.trim() : '';
    const typedName = typeof name === 'string' ? name : '';
    if (!isEmail(typed)) {
      const page = pageFor(ctx, request, {
        email: typed,
        name: typedName,
        problem: 'Escreva um e-mail completo, como nome@exemplo.com.',
      });
      return show(ctx, 422, page, request.redirectUri);
    }
    signIn(ctx, request, personFor(people, typed, typedName), unverified === undefined);
  });

  router.post('/token', bodyParser(FORM), async (ctx) => {
    ctx.set('Cache-Control', 'no-store');
    const read = readTokenRequest(ctx.request.body, client);
    if (read.kind === 'refused') {
      ctx.status = read.status;
      ctx.body = { error: read.error };
      return;
    }
    const grant = codes.redeem(read);
    if (!grant) {
      ctx.status = 400;
      ctx.body = { error: 'invalid_grant' };
      return;
    }
    ctx.body = {
      access_token: codes.newSecret(), // opens nothing: all there is to know is in the ID token
      token_type: 'Bearer',
      expires_in: 300,
      scope: 'openid email profile',
      id_token: await key.signIdToken({ issuer, audience: client.id, grant, now: clock() }),
    };
  });

  router.all('/{*rest}', (ctx) => {
    ctx.status = 404;
    ctx.body = 'Esta página não existe na entrada de demonstração.';
  });

  return { issuer, middleware: router.routes() as unknown as Middleware };
}
