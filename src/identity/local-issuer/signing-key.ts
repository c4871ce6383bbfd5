import { createHash, generateKeyPairSync, type JsonWebKey, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Grant } from './codes.ts';

const ID_TOKEN_SECONDS = 300;

/** One person per e-mail, whatever its letter case; the same after every restart. */
export const subjectOf = (email: string): string =>
  createHash('sha256').update(`local issuer subject ${email.toLowerCase()}`).digest('hex').slice(0, 32);

export interface SigningKey {
  readonly publicJwk: JsonWebKey;
  signIdToken(input: {
    readonly issuer: string;
    readonly audience: string;
    readonly grant: Grant;
    readonly now: Date;
  }): Promise<string>;
}

/** Made anew at every start: nothing that it signs is worth keeping longer. */
export function createSigningKey(): SigningKey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const kid = randomUUID();
  return {
    publicJwk: { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'ES256' },

    async signIdToken({ issuer, audience, grant, now }) {
      const { person, emailVerified, request } = grant;
      const seconds = Math.floor(now.getTime() / 1000);
      return new SignJWT({
        email: person.email,
        email_verified: emailVerified,
        name: person.name,
        ...(request.nonce === undefined ? {} : { nonce: request.nonce }),
      })
        .setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(subjectOf(person.email))
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + ID_TOKEN_SECONDS)
        .sign(privateKey);
    },
  };
}
