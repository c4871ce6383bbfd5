import { open, type Requirement, shown } from '../requirement.ts';

const RULES = 'security/source-rules › cryptography';
const ALGORITHMS =
  `${RULES} › hashes by SHA-256, encrypts by AES-GCM of 256 bits, signs by P-256: nothing weaker has a name here` as const;
const SEALED = 'identity/sign-in › a cookie is refused › when it was changed or sealed with another secret';

/** Chapter 11. */
export const CRYPTOGRAPHY: readonly Requirement[] = [
  shown(
    '11.2.1',
    'Cryptography is that of known libraries',
    `${RULES} › is Node’s, jose’s, argon2’s and PostgreSQL’s: nothing of it is written here`,
  ),
  open(
    '11.2.2',
    'Algorithms and keys can be exchanged',
    'those of passwords and of sign-in can; the trail and the seals of events are chains of SHA-256 for good, and a new secret of the receipt codes would void those that were sent',
  ),
  shown('11.2.3', 'Everything has 128 bits of strength or more', ALGORITHMS),
  shown('11.3.1', 'No weak modes of encryption', ALGORITHMS),
  shown('11.3.2', 'AES-GCM', ALGORITHMS, SEALED),
  shown('11.3.3', 'What is encrypted cannot be changed unseen', SEALED),
  shown('11.4.1', 'No broken hash function', ALGORITHMS),
  shown(
    '11.4.2',
    'Passwords are hashed by argon2id at a price',
    'identity/admin-password › of the machine › what we hash costs what OWASP wants at least',
    'identity/admin-password › of the machine › a hash that is cheaper to guess than OWASP allows is found out too, a dearer one is taken',
  ),
  shown(
    '11.4.3',
    'What proves that nothing was changed has 256 bits',
    ALGORITHMS,
    'audit/verify-audit › whatever is changed in one entry is found › ${TAMPERINGS} times, at any place',
  ),
  open('11.4.4', 'Keys made of passwords are stretched', 'does not apply: no key is made of a password'),
  open(
    '11.5.1',
    'What nobody may guess has 128 random bits',
    'so for sessions, payments, the buyer’s cookie, state, nonce and the administration’s password; receipt codes have 80, because people type them: see 6.5.2',
  ),
  shown('11.6.1', 'Keys and signatures are of approved kinds', ALGORITHMS),
];
