import { createHmac, generateKeyPairSync, type JsonWebKey, type KeyObject, randomUUID } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, type JWTPayload, SignJWT } from 'jose';
import type { Context, Middleware } from 'koa';

/** The forgery of the next ID token. */
export interface Tampering {
  readonly claims?: (claims: JWTPayload) => JWTPayload;
  /**
   * - `published`: signed properly by a key in the issuer's key set: only the claims are wrong
   * - `stranger`: signed by a key nobody published, under the kid of one that is
   * - `unknown-kid`: signed by a key nobody published, under its own kid
   * - `kept`: the honest signature under changed claims
   * - `none`: `alg: none`
   * - `hs256`: HMAC with a key of the issuer's public key set as the secret
   * - `brings-its-key`: signed by a key nobody published, which stands in the token's own header (`jwk`)
   * - `names-its-keys`: the same, with the address of a key set (`jku`)
   */
  readonly signature:
    'published' | 'stranger' | 'unknown-kid' | 'kept' | 'none' | 'hs256' | 'brings-its-key' | 'names-its-keys';
}

export interface TokenTamper {
  /** The middleware in front of an honest issuer. */
  readonly middleware: Middleware;
  tamperWithNextToken(tampering: Tampering): void;
  /** Replaces the whole next answer of the token endpoint. */
  replaceNextAnswer(answer: (ctx: Context) => void | Promise<void>): void;
  /** Advertises further signature algorithms from the next discovery on. */
  advertise(...algorithms: readonly string[]): void;
}

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function pairFor(algorithm: string): { publicKey: KeyObject; privateKey: KeyObject } {
  return algorithm === 'RS256'
    ? generateKeyPairSync('rsa', { modulusLength: 2048 })
    : generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

/** The hostile half of an issuer: a client that forgets one check would accept everything that it changes. */
export function createTokenTamper(options: {
  readonly algorithm: 'RS256' | 'ES256';
  readonly tokenPath: string;
  readonly keysPath: string;
}): TokenTamper {
  const { algorithm, tokenPath, keysPath } = options;
  const published = { ...pairFor(algorithm), kid: randomUUID() };
  const stranger = pairFor(algorithm);
  let advertised: readonly string[] = [];
  let tampering: Tampering | undefined;
  let replacement: ((ctx: Context) => void | Promise<void>) | undefined;

  function macWithPublicKey(header: object, payload: object): string {
    const signed = `${base64url({ ...header, alg: 'HS256', kid: published.kid })}.${base64url(payload)}`;
    const pem = published.publicKey.export({ type: 'spki', format: 'pem' });
    return `${signed}.${createHmac('sha256', pem).update(signed).digest('base64url')}`;
  }

  async function forge(token: string, { claims = (same) => same, signature }: Tampering): Promise<string> {
    const header = { ...decodeProtectedHeader(token), alg: algorithm };
    const payload = claims(decodeJwt(token));
    const sign = (kid: string | undefined, key: KeyObject, more: object = {}): Promise<string> =>
      new SignJWT(payload).setProtectedHeader({ ...header, ...(kid === undefined ? {} : { kid }), ...more }).sign(key);
    switch (signature) {
      case 'published':
        return sign(published.kid, published.privateKey);
      case 'stranger':
        return sign(header.kid, stranger.privateKey);
      case 'unknown-kid':
        return sign('nobody', stranger.privateKey);
      case 'brings-its-key':
        return sign(undefined, stranger.privateKey, { jwk: stranger.publicKey.export({ format: 'jwk' }) });
      case 'names-its-keys':
        return sign('nobody', stranger.privateKey, { jku: 'https://evil.example/keys', x5u: 'https://evil.example/x' });
      case 'kept':
        return [token.split('.')[0], base64url(payload), token.split('.')[2]].join('.');
      case 'none':
        return `${base64url({ ...header, alg: 'none' })}.${base64url(payload)}.`;
      case 'hs256':
        return macWithPublicKey(header, payload);
      default:
        return signature satisfies never;
    }
  }

  return {
    async middleware(ctx, next) {
      await next();
      if (ctx.path.endsWith('/.well-known/openid-configuration')) {
        const body = ctx.body as { id_token_signing_alg_values_supported: string[] };
        ctx.body = { ...body, id_token_signing_alg_values_supported: [algorithm, ...advertised] };
      }
      if (ctx.path === keysPath) {
        const { keys } = ctx.body as { keys: JsonWebKey[] };
        const own = {
          ...published.publicKey.export({ format: 'jwk' }),
          kid: published.kid,
          alg: algorithm,
          use: 'sig',
        };
        ctx.body = { keys: [...keys, own] };
      }
      if (ctx.path === tokenPath && replacement) {
        const answer = replacement;
        replacement = undefined;
        await answer(ctx);
      } else if (ctx.path === tokenPath && tampering && ctx.status === 200) {
        const body = ctx.body as { id_token: string };
        ctx.body = { ...body, id_token: await forge(body.id_token, tampering) };
        tampering = undefined;
      }
    },
    tamperWithNextToken(next) {
      tampering = next;
    },
    replaceNextAnswer(answer) {
      replacement = answer;
    },
    advertise(...algorithms) {
      advertised = algorithms;
    },
  };
}
