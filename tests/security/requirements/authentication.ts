import { open, type Requirement, shown } from '../requirement.ts';

const PASSWORD = 'identity/admin-password';
const MADE = `${PASSWORD} › of the machine › is made and not chosen: 140 random bits, long, and of no list` as const;
const TYPED = `${PASSWORD} › is taken as it is typed › %j` as const;
const ISSUER = 'identity/rejections › sign-in with an issuer with Google’s habits';

/** Chapter 6: who somebody is. People sign in at Google; the administration has a password besides. */
export const AUTHENTICATION: readonly Requirement[] = [
  shown('6.2.1', 'Passwords have 8 characters or more', MADE),
  shown(
    '6.2.2',
    'A password can be changed',
    `${PASSWORD} › is taken as it is typed › stays right for as long as its hash stands, and no longer`,
  ),
  open(
    '6.2.3',
    'Changing it asks for the one before',
    'no screen changes it: whoever runs the server puts another hash into its configuration, which asks for no password',
  ),
  shown('6.2.4', 'It is none of the most used ones', MADE),
  shown('6.2.5', 'Any signs may be in it', TYPED),
  shown(
    '6.2.6',
    'What is typed is hidden, and can be shown',
    'web/admin › the password at %s › is hidden, and may be pasted or filled in by what keeps passwords',
    'web/admin › the password at %s › is shown when asked for, and opens the way',
  ),
  shown(
    '6.2.7',
    'It may be pasted, and kept by what keeps passwords',
    'web/admin › the password at %s › is hidden, and may be pasted or filled in by what keeps passwords',
  ),
  shown('6.2.8', 'It is compared as it was typed, letter for letter', TYPED),
  shown('6.2.9', 'It may have 64 characters and more', TYPED),
  shown(
    '6.2.10',
    'It stays valid until it is changed',
    `${PASSWORD} › is taken as it is typed › stays right for as long as its hash stands, and no longer`,
  ),
  shown('6.2.11', 'It holds no word that this product suggests', MADE),
  shown('6.2.12', 'It is none that was stolen somewhere', MADE),
  shown(
    '6.3.1',
    'Guessing is slow, by any way in',
    `${PASSWORD} › ten thousand guesses within an hour: five were looked at, none was right`,
    'http/contract-limits › what fails › signing in: so many failures of one address, then only failures are turned away',
  ),
  shown(
    '6.3.2',
    'Nobody is there by default',
    'http/production › nobody is there before the first sign-in, and nobody administers by default',
    'config/config › configuration › production starts with everything named',
  ),
  open(
    '6.3.3',
    'Two factors, or two single ones together',
    'so for the administration (Google and the password); owners sign in as strongly as their Google account does, and whoever pays without an account is known by a cookie alone: as specified',
  ),
  shown(
    '6.3.4',
    'There are no ways in but those that are told, and each asks for as much',
    'http/sessions › a session begins with a person’s own act: nothing but these calls gives one',
    'http/pages › the API describes itself › OpenAPI has every call of the contract',
  ),
  shown(
    '6.4.1',
    'Codes given out are random and die with their use; a password that a machine made is not for long',
    'http/claiming › the receipt’s code › moves the access to an account, once, however it is typed',
    'payments/receipt-codes › codes differ, and every letter is used in every place',
    'config/config › configuration › %j is refused, naming what is wrong',
  ),
  shown(
    '6.4.2',
    'There are no hints and no secret questions',
    'security/source-rules › the contract › has no question whose answer lets anybody in, and no hint',
  ),
  shown(
    '6.5.1',
    'A code works once',
    'http/claiming › the receipt’s code › moves the access to an account, once, however it is typed',
    'identity/sign-in › a cookie is refused › the second time, in whichever process',
  ),
  open(
    '6.5.2',
    'Codes of less than 112 bits are kept hashed as passwords are',
    'receipt codes have 80 bits, are kept as SHA-256, and follow from a secret of the same database, because the receipt shows them again; guessing them is slowed down by account and by address',
  ),
  shown(
    '6.5.3',
    'Codes come from the system’s random source',
    'payments/receipt-codes › codes differ, and every letter is used in every place',
    'http/paying-secrets › payment ids are random in every bit',
    'security/source-rules › cryptography › draws what nobody may guess from the system’s own source, 128 bits or more',
  ),
  shown(
    '6.5.4',
    'Codes have 20 bits or more',
    'payments/receipt-codes › codes differ, and every letter is used in every place',
  ),
  shown(
    '6.5.5',
    'A sign-in that was begun ends within ten minutes',
    'identity/sign-in › a cookie is refused › after ten minutes',
    'identity/local-issuer › a code › lives for 60 seconds',
  ),
  shown(
    '6.6.2',
    'A code is good for the sign-in that asked for it',
    `${ISSUER} › the code › of another sign-in, put into this one`,
    'http/who-may › the session › a code works once, and only in the browser that asked for it',
  ),
  shown(
    '6.6.3',
    'Codes are guessed slowly',
    'http/limits › over HTTP › receipt codes are guessed slowly, from any session, and right ones count for nothing',
  ),
  shown(
    '6.8.1',
    'A person is named by issuer and subject together',
    'identity/vault › an e-mail does not make a person: another subject with it is someone else',
    'identity/vault › the same person is the same account, someone else is not',
  ),
  shown(
    '6.8.2',
    'What vouches for somebody is signed, and the signature is checked',
    `${ISSUER} › an ID token › with signature "%s"`,
    `${ISSUER} › an ID token › with signature "%s", advertised by the issuer`,
  ),
  shown(
    '6.8.4',
    'Where more is needed than the provider tells, we ask ourselves',
    'identity/claims › how strongly somebody was asked who they are is not taken from the provider: nothing here rests on it',
    'http/admin › the way in › a listed e-mail without the password gets nothing, a password without a listed e-mail neither',
  ),
];
