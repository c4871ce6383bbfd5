import * as v from 'valibot';
import { type RequestedMoment, readMoment } from './instants.ts';

/** Schemas of moments. They are separate from `instants.ts`, which every screen needs for dates, without schemas. */

const MOMENT_SENTENCE = 'Informe uma data, como 2026-03-31, ou um instante, como 2026-03-31T18:00:00-03:00.';

/** A date, which stands for the whole day, or an ISO instant with its offset. */
export const Moment = v.pipe(
  v.string(MOMENT_SENTENCE),
  v.metadata({ maxLength: '2026-03-31T18:00:00.000000000-03:00'.length, examples: ['2026-03-31'] }),
  v.rawTransform<string, RequestedMoment>(({ dataset, addIssue, NEVER }) => {
    const moment = readMoment(dataset.value);
    if (moment) return moment;
    addIssue({ message: MOMENT_SENTENCE });
    return NEVER;
  }),
);

/** The query of every read that can be answered as of a moment; without it the answer is as of now. */
export const AsOf = v.object({
  as_of: v.optional(
    v.pipe(Moment, v.description('Como estava neste instante, ou no fim deste dia em São Paulo; vazio: agora.')),
  ),
});
