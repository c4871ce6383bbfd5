import { samplePeople } from '#app/samples/people.ts';
import { pizzeriaWithSales } from '#app/samples/pizzeria-channels.ts';
import { openSample, seedPerson } from '#app/samples/seed.ts';
import type { Infrastructure } from './infrastructure.ts';
import { isOutage } from '#app/outage.ts';
import { LOCAL_ISSUER, localIdentityOf } from './sign-in.ts';
import type { UseCases } from './use-cases.ts';

/** The number of attempts, because a machine that has just started may be busy. */
const MAX_ATTEMPTS = 20;
const PAUSE_MS = 250;

/** Creates sample people and their businesses on a machine without sign-in by Google. Safe to repeat. */
export async function seedSamples(
  { log, wait, clock }: Pick<Infrastructure, 'log' | 'wait' | 'clock'>,
  { vault, accounts, handlers }: Pick<UseCases, 'vault' | 'accounts' | 'handlers'>,
): Promise<void> {
  for (const person of samplePeople) {
    const openBusiness = (ownerId: string) =>
      openSample(ownerId, handlers.businesses, (idOf) => pizzeriaWithSales(idOf, clock()));
    const seed = async (): Promise<void> => {
      const { userId } = await vault.recogniseOrRegister(localIdentityOf(person));
      await seedPerson({ person, userId, issuer: LOCAL_ISSUER, log, accounts, openBusiness });
    };
    for (let attempt = 1; ; attempt += 1) {
      const error: unknown = await seed().then(() => undefined, outageOrThrow);
      if (error === undefined) break;
      if (attempt === MAX_ATTEMPTS) throw error;
      await wait(PAUSE_MS);
    }
  }
}

function outageOrThrow(error: unknown): unknown {
  if (isOutage(error)) return error;
  throw error;
}
