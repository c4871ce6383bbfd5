import type { FigureChange } from '#domain/attribution/figure-change.ts';

/** The change with all signs reversed. */
export const reversedChange = ({ parts, before, after, difference, ...rest }: FigureChange): FigureChange => ({
  ...rest,
  before: after,
  after: before,
  difference: 0 - difference,
  parts: parts.map(({ cause, value }) => ({ cause: { ...cause, from: cause.to, to: cause.from }, value: -value })),
});
