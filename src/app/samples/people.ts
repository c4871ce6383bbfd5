/** Sample people of a new installation, so that every part of the product can be tried. */
export interface SamplePerson {
  readonly email: string;
  readonly name: string;
  /** A description for the start banner. */
  readonly note: string;
  readonly hasAccess: boolean;
  readonly hasPizzeria: boolean;
}

export const samplePeople: readonly SamplePerson[] = [
  {
    email: 'dona@exemplo.com',
    name: 'Dona Marta',
    note: 'dona de uma pizzaria, com acesso',
    hasAccess: true,
    hasPizzeria: true,
  },
  { email: 'novo@exemplo.com', name: 'Novo Cliente', note: 'ainda sem acesso', hasAccess: false, hasPizzeria: false },
  {
    email: 'admin@exemplo.com',
    name: 'Admin do Prumo',
    note: 'administra o Prumo',
    hasAccess: true,
    hasPizzeria: false,
  },
];

/**
 * Created by `npm run seed -- --months 12`: a sign-in as this person without the seed finds an account without access.
 */
export const personWithHistory: SamplePerson = {
  email: 'celia@exemplo.com',
  name: 'Dona Célia',
  note: 'dona de uma pizzaria há um ano',
  hasAccess: true,
  hasPizzeria: true,
};
