import type { Histories } from '#app/history/histories.ts';
import type { HistoryCall } from '#app/history/history-call.ts';
import { historyCallOf, historyCalls } from '#app/history/history-calls.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { PastName } from '#contract/owner.ts';
import { businessOf } from '../business-of.ts';
import type { Answer, Call } from '../call.ts';
import type { Handlers } from '../mount.ts';
import { problems } from '../problem.ts';

interface HistoryPorts {
  readonly histories: Histories;
  readonly clock: () => Date;
}

/** Handlers of every read of the history: they differ only in what `historyCalls` says of them. */
export function historyHandlers(ports: HistoryPorts): Pick<Handlers, PastName> {
  const handlers = (Object.keys(historyCalls) as PastName[]).map((name) => [
    name,
    (call: Call<Endpoint>) => answered(ports, historyCallOf(name), call),
  ]);
  return Object.fromEntries(handlers) as Pick<Handlers, PastName>;
}

async function answered(
  { histories, clock }: HistoryPorts,
  historyCall: HistoryCall<Endpoint>,
  { visitor, params, query }: Call<Endpoint>,
): Promise<Answer<Endpoint>> {
  if (!visitor) throw problems.notSignedIn();
  const { userId } = visitor;
  const history = await histories.of({ id: businessOf(visitor), ownerId: userId });
  return { body: historyCall(history, { params, query, userId, now: clock() }) };
}
