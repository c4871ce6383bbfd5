import * as v from 'valibot';

/** application/problem+json. */
export const ProblemReply = v.object({
  type: v.string(),
  title: v.string(),
  status: v.number(),
  detail: v.pipe(v.string(), v.description('Uma frase que o dono do negócio entende.')),
  code: v.optional(v.string()),
  fields: v.optional(v.record(v.string(), v.string())),
  current: v.optional(v.unknown()),
});

export type ProblemBody = v.InferOutput<typeof ProblemReply>;
