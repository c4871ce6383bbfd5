import { createHash } from 'node:crypto';
import { isUsable } from '#domain/text.ts';

/** A person who can be chosen at the local issuer, without their businesses. */
export interface IssuerPerson {
  readonly email: string;
  readonly name: string;
}

const MAX_EMAIL = 254;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/u;

export const isEmail = (text: string | undefined): text is string =>
  text !== undefined && text.length <= MAX_EMAIL && EMAIL.test(text) && isUsable(text);

/** Finds the sample person with this e-mail, or makes a new one with the entered name or the part before the @. */
export function findPerson(people: readonly IssuerPerson[], email: string, typedName = ''): IssuerPerson {
  const name = typedName.trim();
  const samplePerson = people.find((person) => person.email === email.toLowerCase());
  if (samplePerson && name === '') return samplePerson;
  return { email, name: name === '' ? email.slice(0, email.indexOf('@')) : name };
}

/** The subject of an e-mail, whatever its letter case; the same after every restart. */
export const subjectOf = (email: string): string =>
  createHash('sha256').update(`local issuer subject ${email.toLowerCase()}`).digest('hex').slice(0, 32);
