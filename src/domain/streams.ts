/** Names of streams, and what a name says. The only place that knows their form. */
export type StreamRef =
  { readonly kind: 'business'; readonly id: string } | { readonly kind: 'account'; readonly id: string };

export const businessStream = (businessId: string): string => `business-${businessId}`;
export const accountStream = (userId: string): string => `account-${userId}`;

/** The inverse: what a stream is about, or undefined for a name that is not ours. */
export function streamRef(stream: string): StreamRef | undefined {
  const match = /^(business|account)-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(stream);
  if (!match) return undefined;
  const [, kind, id = ''] = match;
  return { kind: kind as StreamRef['kind'], id };
}
