import { samplePeople } from '#app/samples/people.ts';
import { openPizzeria, seedPerson } from '#app/samples/seed.ts';
import type { Foundation } from './foundation.ts';
import { LOCAL_ISSUER, localIdentityOf } from './sign-in.ts';
import type { UseCases } from './use-cases.ts';

/** The people of a machine where nobody signs in by Google, and their businesses. Safe to repeat. */
export async function seedSamples({ log }: Foundation, { vault, accounts, handlers }: UseCases): Promise<void> {
  for (const person of samplePeople) {
    const { userId } = await vault.recogniseOrRegister(localIdentityOf(person));
    const openBusiness = (ownerId: string) => openPizzeria(ownerId, handlers.businesses);
    await seedPerson({ person, userId, issuer: LOCAL_ISSUER, log, accounts, openBusiness });
  }
}
