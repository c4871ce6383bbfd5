import { type Requirement, shown } from '../requirement.ts';

const ISSUER = 'identity/rejections › sign-in with an issuer with Google’s habits';
const TOKEN = `${ISSUER} › an ID token`;

/** Chapters 9 and 10: tokens that speak for themselves; signing in by OpenID Connect. */
export const TOKENS: readonly Requirement[] = [
  shown(
    '9.1.1',
    'A token counts by its signature or seal',
    `${TOKEN} › with signature "%s"`,
    'identity/sign-in › a cookie is refused › when it was changed or sealed with another secret',
  ),
  shown(
    '9.1.2',
    'Only listed algorithms count, and never none',
    `${TOKEN} › with signature "%s", advertised by the issuer`,
  ),
  shown(
    '9.1.3',
    'Keys come from the issuer that was configured, not from the token',
    `${TOKEN} › with signature "%s"`,
    'identity/openid › nobody there, nonsense, another issuer’s papers: unavailable, not an accident',
  ),
  shown(
    '9.2.1',
    'A token counts within its time',
    `${TOKEN} › with %s`,
    'identity/sign-in › a cookie is refused › after ten minutes',
  ),
  shown(
    '9.2.2',
    'A token is of the kind that is wanted',
    'identity/sign-in › a cookie is refused › when it was sealed for another purpose, or never ends',
    `${TOKEN} › that is missing or garbage`,
  ),
  shown('9.2.3', 'A token is for us', `${TOKEN} › with %s`),
  shown(
    '10.1.1',
    'The provider’s tokens stay on the server',
    'http/sessions › the token › is in its cookie, and in no answer; what the identity provider gave is in none either',
  ),
  shown(
    '10.1.2',
    'An answer counts in the browser that asked, for what it asked',
    `${ISSUER} › the way back › with another state`,
    `${ISSUER} › asks with PKCE, state and nonce, new each time`,
    'identity/sign-in › the cookie tells nothing',
  ),
  shown(
    '10.2.1',
    'No other site makes a browser sign in',
    `${ISSUER} › the way back › with another state`,
    `${ISSUER} › the code › without the verifier (no PKCE)`,
  ),
  shown('10.5.1', 'An ID token is of the sign-in that was begun', `${TOKEN} › with %s`),
  shown(
    '10.5.2',
    'A person is known by the subject',
    'identity/vault › an e-mail does not make a person: another subject with it is someone else',
  ),
  shown(
    '10.5.3',
    'Papers of another issuer are not taken',
    'identity/openid › nobody there, nonsense, another issuer’s papers: unavailable, not an accident',
    `${ISSUER} › the way back › without the name of the issuer, or with another`,
  ),
  shown('10.5.4', 'An ID token is for our client', `${TOKEN} › with %s`),
];
