/**
 * Data from the server: loading, failed or known. Only known data have a value, so that unknown ones are never shown as
 * zero or as an empty list.
 */
export type RemoteData<T> = KnownData<T> | { readonly kind: 'loading' } | { readonly kind: 'failed' };

interface KnownData<T> {
  readonly kind: 'known';
  readonly value: T;
  /** The time when the value was read, if reading it again has failed. */
  readonly staleSince?: Date;
}

export const LOADING = { kind: 'loading' } as const satisfies RemoteData<unknown>;
export const FAILED = { kind: 'failed' } as const satisfies RemoteData<unknown>;

export const knownData = <T>(value: T): KnownData<T> => ({ kind: 'known', value });

/** Applies a function to the value of known data. */
export const mapRemoteData = <From, To>(data: RemoteData<From>, map: (value: From) => To): RemoteData<To> =>
  data.kind === 'known' ? { ...data, value: map(data.value) } : data;

/** The data after a failed reload: the old value with the time when it was read, if there is one. */
export const afterFailedReload = <T>(data: RemoteData<T>, staleSince: Date | undefined): RemoteData<T> =>
  data.kind === 'known' && staleSince !== undefined ? { ...data, staleSince: staleSince } : FAILED;
