import type { Outcome } from './acting.ts';

/** What came of an act, said where it was done. */
export function OutcomeNote({ of }: { readonly of: Outcome | undefined }) {
  if (of === undefined) return null;
  return of.kind === 'done' ? (
    <p className="pad-block-12 pad-inline-16 rounded-small on-basil-tint" role="status">
      {of.text}
    </p>
  ) : (
    <p className="pad-block-12 pad-inline-16 rounded-small on-tomato-tint" role="alert">
      {of.text}
    </p>
  );
}
