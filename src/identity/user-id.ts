import { v5 } from 'uuid';

/** Ours alone; changing it would make every person a stranger. */
const NAMESPACE = '5f0c3f0e-6c1b-4b7e-9a53-0d9f2f6f7c11';

/**
 * The account id of a person: always the same for issuer and subject. `generation` counts how often that person has
 * been erased: whoever returns is someone new.
 */
export function userIdOf(issuer: string, subject: string, generation: number): string {
  const name = generation === 0 ? [issuer, subject] : [issuer, subject, generation];
  return v5(JSON.stringify(name), NAMESPACE);
}
