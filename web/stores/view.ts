/**
 * Something that is read: on its way, known, or not to be had. Only what is known has a value, so nothing else can be
 * shown in its place, no zero and no empty list.
 */
export type View<T> = Known<T> | { readonly kind: 'loading' } | { readonly kind: 'failed' };

interface Known<T> {
  readonly kind: 'known';
  readonly value: T;
  /** When the value came, where it has been asked for since and did not come again. */
  readonly keptFrom?: Date;
}

export const LOADING = { kind: 'loading' } as const satisfies View<unknown>;
export const FAILED = { kind: 'failed' } as const satisfies View<unknown>;

export const known = <T>(value: T): Known<T> => ({ kind: 'known', value });

/** What follows from something that is read: known where that is. */
export const mapView = <From, To>(view: View<From>, of: (value: From) => To): View<To> =>
  view.kind === 'known' ? { ...view, value: of(view.value) } : view;

/** What was read, after it has been asked for again in vain: kept with its date where there was anything. */
export const afterFailure = <T>(view: View<T>, cameAt: Date | undefined): View<T> =>
  view.kind === 'known' && cameAt !== undefined ? { ...view, keptFrom: cameAt } : FAILED;
