import { useState } from 'react';
import { ApiProblem } from '#web/api/failures.ts';

/** What an act of an administrator came to. */
export interface Outcome {
  readonly kind: 'done' | 'failed';
  readonly text: string;
}

/** One act at a time: busy while it is under way, and what came of it. `Erro: …` as the specification has it. */
export function useAct(): {
  readonly isBusy: boolean;
  readonly outcome: Outcome | undefined;
  readonly act: (work: () => Promise<string>) => Promise<boolean>;
  /** What came of the last one is of no interest any more. */
  readonly forget: () => void;
} {
  const [isBusy, setIsBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  async function act(work: () => Promise<string>): Promise<boolean> {
    setIsBusy(true);
    setOutcome(undefined);
    try {
      setOutcome({ kind: 'done', text: await work() });
      return true;
    } catch (error) {
      const reason = error instanceof ApiProblem ? error.detail : 'sem resposta do servidor. Confira a internet.';
      setOutcome({ kind: 'failed', text: `Erro: ${reason}` });
      return false;
    } finally {
      setIsBusy(false);
    }
  }
  return { isBusy, outcome, act, forget: () => setOutcome(undefined) };
}
