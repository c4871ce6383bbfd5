/** The names of streams and their parts. No other code knows their form. */
export interface StreamRef {
  readonly kind: StreamKind;
  /** A UUID. */
  readonly id: string;
}

export const STREAM_KINDS = ['business', 'account', 'payment', 'access-grant', 'admin', 'import-memory'] as const;

export type StreamKind = (typeof STREAM_KINDS)[number];

/** Prefixes of all stream names, by which a log that other programs write to is filtered. */
export const STREAM_PREFIXES: readonly string[] = STREAM_KINDS.map((kind) => `${kind}-`);

export const businessStream = (businessId: string): string => `business-${businessId}`;
export const accountStream = (userId: string): string => `account-${userId}`;
export const paymentStream = (paymentId: string): string => `payment-${paymentId}`;
export const grantStream = (grantId: string): string => `access-grant-${grantId}`;
export const adminStream = (userId: string): string => `admin-${userId}`;
export const importMemoryStream = (businessId: string): string => `import-memory-${businessId}`;

const NAME = new RegExp(`^(${STREAM_KINDS.join('|')})-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$`);

/** Parses the name of a stream; undefined for a name that is not ours. */
export function streamRef(stream: string): StreamRef | undefined {
  const match = NAME.exec(stream);
  if (!match) return undefined;
  const [, kind, id = ''] = match;
  return { kind: kind as StreamKind, id };
}
