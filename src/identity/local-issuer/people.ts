export interface SamplePerson {
  readonly email: string;
  readonly name: string;
}

/** A kitchen owner with a filled business, someone who has just arrived, and whoever runs the product. */
export const samplePeople: readonly SamplePerson[] = [
  { email: 'dona@exemplo.com', name: 'Dona Marta' },
  { email: 'novo@exemplo.com', name: 'Novo' },
  { email: 'admin@exemplo.com', name: 'Admin' },
];

const LONGEST_EMAIL = 254;
const EMAIL = /^[^\s@\p{Cc}\p{Cs}]+@[^\s@\p{Cc}\p{Cs}]+\.[^\s@\p{Cc}\p{Cs}]+$/u;

export const isEmail = (text: string | undefined): text is string =>
  text !== undefined && text.length <= LONGEST_EMAIL && EMAIL.test(text);

/** The sample person of this e-mail, else a new one: with the typed name, or what stands before the @. */
export function personFor(people: readonly SamplePerson[], email: string, typedName = ''): SamplePerson {
  const name = typedName.trim();
  const known = people.find((person) => person.email === email.toLowerCase());
  if (known && name === '') return known;
  return { email, name: name === '' ? email.slice(0, email.indexOf('@')) : name };
}
