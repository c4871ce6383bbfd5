import { type PastCall, pastCallOf, pastCalls } from '#app/past-calls.ts';
import { businessOf } from '../business-of.ts';
import type { Pasts } from '#app/pasts.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { PastName } from '#contract/owner.ts';
import type { Answer, Call } from '../call.ts';
import type { Handlers } from '../mount.ts';
import { problems } from '../problem.ts';

interface PastPorts {
  readonly pasts: Pasts;
  readonly clock: () => Date;
}

/** Handlers of every read of the past: they differ only in what `pastCalls` says of them. */
export function pastHandlers(ports: PastPorts): Pick<Handlers, PastName> {
  const handlers = (Object.keys(pastCalls) as PastName[]).map((name) => [
    name,
    (call: Call<Endpoint>) => answered(ports, pastCallOf(name), call),
  ]);
  return Object.fromEntries(handlers) as Pick<Handlers, PastName>;
}

async function answered(
  { pasts, clock }: PastPorts,
  pastCall: PastCall<Endpoint>,
  { visitor, params, query }: Call<Endpoint>,
): Promise<Answer<Endpoint>> {
  if (!visitor) throw problems.notSignedIn();
  const { userId } = visitor;
  const past = await pasts.of({ id: businessOf(visitor), ownerId: userId });
  return { body: pastCall(past, { params, query, userId, now: clock() }) };
}
