import { onDemand } from '#web/ui/on-demand.tsx';
import { Term } from '#web/ui/term.tsx';
import type { TermName } from './glossary.ts';

const Explanation = onDemand(async () => (await import('./explanation.tsx')).Explanation);

interface ExplainedTermProps {
  readonly term: TermName;
  /** The term as it is labelled here: 'CMV total'. */
  readonly name: string;
}

/** A term that shows on tap its definition and its calculation with the owner's numbers. */
export const ExplainedTerm = ({ term, name }: ExplainedTermProps) => (
  <Term name={name}>
    <Explanation term={term} />
  </Term>
);
