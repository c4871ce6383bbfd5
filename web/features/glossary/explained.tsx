import { onDemand } from '#web/ui/on-demand.tsx';
import { Term } from '#web/ui/term.tsx';
import type { TermName } from './glossary.ts';

const Explanation = onDemand(async () => (await import('./explanation.tsx')).Explanation);

interface ExplainedProps {
  readonly term: TermName;
  /** As it is called here: 'CMV total'. */
  readonly name: string;
}

/** A word of the trade; on tap a sentence about it and the sum with the owner's own numbers. */
export const Explained = ({ term, name }: ExplainedProps) => (
  <Term name={name}>
    <Explanation term={term} />
  </Term>
);
