import { createHash } from 'node:crypto';
import { isUsable } from '#domain/text.ts';

/** Who can be chosen at the local issuer; whose business is whose is none of its concern. */
export interface SamplePerson {
  readonly email: string;
  readonly name: string;
}

const MAX_EMAIL = 254;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/u;

export const isEmail = (text: string | undefined): text is string =>
  text !== undefined && text.length <= MAX_EMAIL && EMAIL.test(text) && isUsable(text);

/** The sample person of this e-mail, else a new one: with the typed name, or what stands before the @. */
export function personFor(people: readonly SamplePerson[], email: string, typedName = ''): SamplePerson {
  const name = typedName.trim();
  const known = people.find((person) => person.email === email.toLowerCase());
  if (known && name === '') return known;
  return { email, name: name === '' ? email.slice(0, email.indexOf('@')) : name };
}

/** One person per e-mail, whatever its letter case; the same after every restart. */
export const subjectOf = (email: string): string =>
  createHash('sha256').update(`local issuer subject ${email.toLowerCase()}`).digest('hex').slice(0, 32);
