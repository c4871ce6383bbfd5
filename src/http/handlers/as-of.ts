import { businessAsOf } from '#app/history/as-of.ts';
import { businessOf } from '../business-of.ts';
import type { Histories } from '#app/history/histories.ts';
import type { dataEndpoints } from '#contract/data.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { ViewName } from '#contract/owner.ts';
import { ANSWER_TO, createPastAnswers } from '#projections/read/owner-answers.ts';
import type { Call, Handler } from '../call.ts';
import { problems } from '../problem.ts';

interface AsOfPorts {
  readonly histories: Histories;
  readonly clock: () => Date;
}

/** Answers an owner's reads as of a moment, by folding what had happened until then. With the rights of today. */
export function asOfViews({ histories, clock }: AsOfPorts): (name: ViewName) => Handler<Endpoint> {
  const answersOf = createPastAnswers();
  return (name) => async (call) => {
    const { visitor, query } = call as unknown as Call<(typeof dataEndpoints)[ViewName]>;
    if (!visitor) throw problems.notSignedIn();
    const history = await histories.of({ id: businessOf(visitor), ownerId: visitor.userId });
    const moment = query.as_of;
    if (!moment) throw problems.invalid({ as_of: 'Informe a data.' });
    return { body: Buffer.from(answersOf(businessAsOf(history, moment, clock()))[ANSWER_TO[name]]) };
  };
}
