import { randomUUID } from 'node:crypto';
import { type AbruptEnd, postAndReset } from './abrupt.ts';
import type { Attempt, Call } from './calls.ts';
import { openConnection } from './connection.ts';
import type { TestSystem } from './system.ts';

/** Stands for the address of a call that its caller gave up. */
export const ABORTED_BY_CALLER = 'nowhere';

const newCost = (system: TestSystem) => {
  const number = system.newNumber();
  return { method: 'POST', path: '/api/fixed-costs', body: { name: `De uma vez ${number}`, value: number } } as const;
};

/** Sends one call many times at once. */
export async function sendSimultaneously(system: TestSystem, times: number, key: string): Promise<Call> {
  const owner = system.owners[0];
  const request = newCost(system);
  const headers = { Cookie: owner?.cookie ?? '', 'Sec-Fetch-Site': 'same-origin', 'Idempotency-Key': key };
  const send = async (_: unknown, i: number): Promise<Attempt> => {
    const origin = system.servers[i % system.servers.length]?.origin ?? '';
    const connection = openConnection(origin);
    const at = performance.now();
    const reaction = await connection.send({ ...request, headers });
    connection.close();
    return { origin, at, reaction };
  };
  const attempts = await Promise.all(Array.from({ length: times }, send));
  return { businessId: owner?.businessId ?? '', request, key, attempts, isInvalid: false };
}

/**
 * Sends a call and breaks it off. With an incomplete body it cannot have happened; with a complete one the outcome is
 * unknown.
 */
export async function sendAborted(system: TestSystem, abruptness: AbruptEnd): Promise<Call> {
  const [owner] = system.owners;
  const [{ origin }] = system.servers;
  const request = newCost(system);
  const key = randomUUID();
  if (owner) await postAndReset({ origin, owner, path: request.path, body: request.body, key }, abruptness);
  const isWhole = abruptness.share === 1;
  const reaction = { kind: 'lost', reason: 'reset by the caller', ms: 0 } as const;
  const attempts = isWhole ? [{ origin: ABORTED_BY_CALLER, at: performance.now(), reaction }] : [];
  return { businessId: owner?.businessId ?? '', request, key, attempts, isInvalid: !isWhole };
}
