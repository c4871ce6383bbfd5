/** Names of streams, and what a name says. The only place that knows their form. */
export interface StreamRef {
  readonly kind: StreamKind;
  /** UUID. */
  readonly id: string;
}

export const STREAM_KINDS = ['business', 'account', 'payment', 'access-grant', 'admin', 'import-memory'] as const;

export type StreamKind = (typeof STREAM_KINDS)[number];

/** Every stream of ours begins with one of these: what a log that others write to as well is filtered by. */
export const STREAM_PREFIXES: readonly string[] = STREAM_KINDS.map((kind) => `${kind}-`);

export const businessStream = (businessId: string): string => `business-${businessId}`;
export const accountStream = (userId: string): string => `account-${userId}`;
export const paymentStream = (paymentId: string): string => `payment-${paymentId}`;
export const grantStream = (grantId: string): string => `access-grant-${grantId}`;
export const adminStream = (userId: string): string => `admin-${userId}`;
export const importMemoryStream = (businessId: string): string => `import-memory-${businessId}`;

const NAME = new RegExp(`^(${STREAM_KINDS.join('|')})-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$`);

/** The inverse: what a stream is about, or undefined for a name that is not ours. */
export function streamRef(stream: string): StreamRef | undefined {
  const match = NAME.exec(stream);
  if (!match) return undefined;
  const [, kind, id = ''] = match;
  return { kind: kind as StreamKind, id };
}
