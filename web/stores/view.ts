/**
 * Data from the server: loading, failed or known. Only known data have a value, so that unknown ones are never shown as
 * zero or as an empty list.
 */
export type View<T> = Known<T> | { readonly kind: 'loading' } | { readonly kind: 'failed' };

interface Known<T> {
  readonly kind: 'known';
  readonly value: T;
  /** The time of the value, if a later read has failed. */
  readonly keptFrom?: Date;
}

export const LOADING = { kind: 'loading' } as const satisfies View<unknown>;
export const FAILED = { kind: 'failed' } as const satisfies View<unknown>;

export const known = <T>(value: T): Known<T> => ({ kind: 'known', value });

/** Applies a function to the value of known data. */
export const mapView = <From, To>(view: View<From>, of: (value: From) => To): View<To> =>
  view.kind === 'known' ? { ...view, value: of(view.value) } : view;

/** The data after a failed repeat: the old value with its date, if there is one. */
export const afterFailure = <T>(view: View<T>, cameAt: Date | undefined): View<T> =>
  view.kind === 'known' && cameAt !== undefined ? { ...view, keptFrom: cameAt } : FAILED;
