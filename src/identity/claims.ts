import { isUsable, usablePart } from '#domain/text.ts';
import { type Identity, SignInRefused } from './port.ts';

const MAX_EMAIL = 254;
const MAX_SUBJECT = 255;
const MAX_PICTURE = 1000;
/** Code points, as for every name in the product. */
const MAX_NAME = 80;

const EMAIL = /^[^\s@]+@[^\s@]+$/u;
const PRINTABLE_ASCII = /^[\x21-\x7e]+$/;

function nameFrom(claim: unknown, email: string): string {
  const name = typeof claim === 'string' ? usablePart(claim).trim() : '';
  const shown = name === '' ? email.slice(0, email.indexOf('@')) : name;
  return Array.from(shown).slice(0, MAX_NAME).join('').trim();
}

function pictureFrom(claim: unknown): string | undefined {
  if (typeof claim !== 'string' || claim.length > MAX_PICTURE || !URL.canParse(claim)) return undefined;
  const url = new URL(claim);
  return url.protocol === 'https:' ? url.href : undefined;
}

/**
 * The person in the claims of an ID token whose signature, issuer, audience, time and nonce have been checked.
 * @throws SignInRefused when the token does not say who it is about
 */
export function identityFrom(claims: { readonly [name: string]: unknown } | undefined): Identity {
  const { iss, sub, email, email_verified: verified, name, picture } = claims ?? {};
  if (typeof iss !== 'string' || typeof sub !== 'string' || sub.length > MAX_SUBJECT || !PRINTABLE_ASCII.test(sub))
    throw new SignInRefused('token', 'no usable subject in the ID token');
  if (typeof email !== 'string' || email.length > MAX_EMAIL || !EMAIL.test(email) || !isUsable(email))
    throw new SignInRefused('token', 'no usable e-mail in the ID token');
  const address = pictureFrom(picture);
  return {
    issuer: iss,
    subject: sub,
    email,
    emailVerified: verified === true, // the text "true" is not a promise
    name: nameFrom(name, email),
    ...(address === undefined ? {} : { picture: address }),
  };
}
