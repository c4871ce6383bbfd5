import { bodyParser } from '@koa/bodyparser';
import { generateKeyPairSync } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import type { Adapter, AdapterPayload, Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { type Chooser, chooserPage, refusalPage } from '#identity/local-issuer/chooser-page.ts';
import { chooserStyle } from '#identity/local-issuer/chooser-style.ts';
import { isEmail, findPerson, type IssuerPerson, subjectOf } from '#identity/local-issuer/people.ts';

type Errors = typeof import('oidc-provider').errors;

const PATH = '/dev-idp';
const CODE_SECONDS = 60;
const TOKEN_SECONDS = 300;
/** The maximum number of stored codes: enough for any test run, and a bound for the memory. */
const MAX_PAYLOADS = 10_000;
const readForm = bodyParser({ enableTypes: ['form'], formLimit: '8kb' });

export interface LocalIssuerOptions {
  /** Scheme, host and port at which both the browser and this process reach the product. */
  readonly origin: string;
  /** People offered for choosing; other people type name and e-mail. */
  readonly people: readonly IssuerPerson[];
  /** The one registered client; redirect URIs are compared as text. */
  readonly client: { readonly id: string; readonly secret: string; readonly redirectUris: readonly string[] };
}

export interface LocalIssuer {
  /** The address of the issuer: `{origin}/dev-idp`. */
  readonly issuer: string;
  /**
   * Handles everything below `/dev-idp`. It must come before a body parser that reads JSON only, because the token
   * endpoint takes forms.
   */
  readonly middleware: Middleware;
}

interface Choice extends IssuerPerson {
  readonly emailVerified: boolean;
}

/** The request is valid and no person has been chosen yet: the library shows the chooser by `renderError`. */
class ChooserNeeded extends Error {
  readonly expose = true;
  readonly allow_redirect = false;
  readonly statusCode: number;
  readonly input: Partial<Chooser>;
  constructor(statusCode: number, typed: Partial<Chooser>) {
    super('nobody has been chosen');
    this.statusCode = statusCode;
    this.input = typed;
  }
}

const REFUSAL_REASONS: Readonly<Record<string, string>> = {
  invalid_client: 'O programa que pediu a entrada não está registrado.',
  invalid_redirect_uri: 'O endereço de retorno não é o registrado.',
};

function sendPage(ctx: Context, status: number, page: string, formTarget?: string): void {
  const target = formTarget === undefined ? "'self'" : `'self' ${new URL(formTarget).origin}`;
  ctx.set(
    'Content-Security-Policy',
    `default-src 'none'; style-src 'self'; form-action ${target}; frame-ancestors 'none'; base-uri 'none'`,
  );
  ctx.set('Cache-Control', 'no-store');
  ctx.set('Referrer-Policy', 'same-origin'); // The address contains the state.
  ctx.status = status;
  ctx.type = 'html';
  ctx.body = page;
}

/** Stores codes in memory: a restart makes every sign-in begin again. Any attempt uses a code up, also a wrong one. */
function createMemoryAdapter(kind: string): Adapter {
  const payloads = new Map<string, AdapterPayload>();
  const doNothing = (): Promise<void> => Promise.resolve();
  return {
    async upsert(id, payload) {
      if (kind !== 'AuthorizationCode' && kind !== 'Grant') return;
      const [oldest] = payloads.keys();
      if (oldest !== undefined && payloads.size >= MAX_PAYLOADS) payloads.delete(oldest);
      payloads.set(id, payload);
    },
    async find(id) {
      const payload = payloads.get(id);
      if (kind === 'AuthorizationCode') payloads.delete(id);
      return payload;
    },
    findByUserCode: doNothing,
    findByUid: doNothing,
    consume: doNothing,
    destroy: doNothing,
    revokeByGrantId: doNothing,
  };
}

/** Signs the chosen person in; the library runs this after it has validated the request. */
function applyChoice(ctx: KoaContextWithOIDC, people: LocalIssuerOptions['people'], errors: Errors): void {
  const { params, prompts, requestParamScopes, session } = ctx.oidc;
  const signIn = ({ email, name }: IssuerPerson, emailVerified: boolean): void =>
    session?.loginAccount({ accountId: JSON.stringify({ email, name, emailVerified } satisfies Choice) });
  if (!requestParamScopes.has('openid')) throw new errors.InvalidScope('scope openid is missing', 'openid');
  const hint = typeof params?.['login_hint'] === 'string' ? params['login_hint'] : undefined;
  const form = ctx.state['form'] as Readonly<Record<string, unknown>> | undefined;
  if (form === undefined) {
    if (!prompts.has('none')) throw new ChooserNeeded(200, { email: hint });
    if (!isEmail(hint)) throw new errors.LoginRequired();
    return signIn(findPerson(people, hint), true);
  }
  if (form['cancel'] !== undefined) throw new errors.AccessDenied();
  const email = typeof form['email'] === 'string' ? form['email'].trim() : '';
  const name = typeof form['name'] === 'string' ? form['name'] : '';
  if (!isEmail(email)) {
    const problem = 'Escreva um e-mail completo, como nome@exemplo.com.';
    throw new ChooserNeeded(422, { email, name, problem });
  }
  signIn(findPerson(people, email, name), form['unverified'] === undefined);
}

/** Settings that do not depend on the client. */
const SETTINGS: Configuration = {
  adapter: createMemoryAdapter,
  enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
  clientAuthMethods: ['client_secret_post'],
  conformIdTokenClaims: false, // The ID token says who signed in, like Google's.
  responseTypes: ['code'],
  scopes: ['openid'],
  routes: { authorization: '/authorize' },
  ttl: {
    AccessToken: TOKEN_SECONDS,
    AuthorizationCode: CODE_SECONDS,
    Grant: CODE_SECONDS,
    IdToken: TOKEN_SECONDS,
    Session: CODE_SECONDS, // Sessions are not kept: the setting prevents a warning of the library.
  },
  features: {
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    resourceIndicators: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    userinfo: { enabled: false },
  },
  pkce: { required: () => true },
  allowOmittingSingleRegisteredRedirectUri: false,
  interactions: { policy: [] },
  expiresWithSession: () => false,
  findAccount(_ctx, accountId) {
    const { email, name, emailVerified } = JSON.parse(accountId) as Choice;
    return { accountId, claims: () => ({ sub: accountId, email, email_verified: emailVerified, name }) };
  },
  subjectTypes: ['pairwise'], // The account is this one choice, the subject is the person.
  pairwiseIdentifier: (_ctx, accountId) => subjectOf((JSON.parse(accountId) as Choice).email),
};

async function loadProvider(issuer: string, { people, client }: LocalIssuerOptions): Promise<Middleware> {
  const { Provider, errors } = await import('oidc-provider');
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' }); // The key is new at every start.
  const provider = new Provider(issuer, {
    ...SETTINGS,
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [...client.redirectUris],
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256' }] },
    extraParams: { person: (ctx) => applyChoice(ctx, people, errors) },
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ accountId: oidc.session?.accountId, clientId: client.id });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    renderError(ctx, out, error) {
      if (!(error instanceof ChooserNeeded)) {
        const reason = REFUSAL_REASONS[out.error] ?? 'O pedido está incompleto ou traz o mesmo parâmetro duas vezes.';
        return sendPage(ctx, ctx.status, refusalPage(reason));
      }
      const action = `${PATH}/authorize?${ctx.querystring}`;
      const page = chooserPage({ people, action, ...error.input });
      return sendPage(ctx, error.statusCode, page, String(ctx.oidc.params?.['redirect_uri']));
    },
  });
  provider.on('server_error', (_ctx, error) => {
    throw error; // The error reaches the product's own log.
  });
  const [handle] = provider.middleware;
  if (!handle) throw new Error('the library answers nothing');
  return handle;
}

/**
 * Turns the posted form into the original GET request, so that it is validated once more before anybody is signed in.
 */
async function asGetRequest(ctx: Context): Promise<void> {
  await readForm(ctx, async () => {});
  ctx.state['form'] = ctx.request.body ?? {};
  ctx.method = 'GET';
}

/** Removes session headers, because the next sign-in asks again, and CORS headers, because no other site reads here. */
function dropHeaders(ctx: Context): void {
  for (const name of Object.keys(ctx.response.headers))
    if (/^(set-cookie|access-control-.*)$/i.test(name)) ctx.remove(name);
}

/**
 * An OpenID Connect provider for a machine without Google: anybody at the machine may sign in as anyone. It follows the
 * protocol as strictly as a real provider, so that code which works here works there. Never part of a production start:
 * the library is loaded with the first request.
 */
export function createLocalIssuer(options: LocalIssuerOptions): LocalIssuer {
  const issuer = `${options.origin}${PATH}`;
  let loading: Promise<Middleware> | undefined;

  return {
    issuer,
    async middleware(ctx, next) {
      const { path, method } = ctx;
      if (!path.startsWith(`${PATH}/`)) {
        await next();
        return;
      }
      if (path === `${PATH}/chooser.css`) {
        ctx.type = 'css';
        ctx.body = chooserStyle;
        return;
      }
      loading ??= loadProvider(issuer, options);
      const handle = await loading;
      try {
        if (method === 'POST' && path === `${PATH}/authorize`) await asGetRequest(ctx);
        // The library's addresses begin where it is mounted, and under the name by which the product is reached.
        ctx['mountPath'] = PATH;
        ctx.path = path.slice(PATH.length);
        ctx.request.originalUrl = options.origin + ctx.originalUrl;
        await handle(ctx, async () => {
          ctx.status = 404;
          ctx.body = 'Esta página não existe na entrada de demonstração.';
        });
        dropHeaders(ctx);
      } finally {
        ctx.path = path;
        ctx.method = method;
      }
    },
  };
}
