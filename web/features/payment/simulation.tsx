import { useState } from 'react';
import type { AccountClient } from '#web/api/client.ts';
import { ApiProblem } from '#web/api/failures.ts';
import { ActionButton } from '#web/ui/action.tsx';
import styles from './simulation.module.css';

interface SimulationProps {
  readonly api: AccountClient;
  readonly paymentId: string;
  readonly onDone: () => Promise<void>;
}

/** Where nothing is really paid: makes the pretended bank say that it was. */
export function Simulation({ api, paymentId, onDone }: SimulationProps) {
  const [state, setState] = useState<{ readonly busy: boolean; readonly problem?: string }>({ busy: false });
  async function simulate() {
    setState({ busy: true });
    try {
      await api.call('simulatePayment', { params: { paymentId }, body: { outcome: 'paid' } });
      await onDone();
      setState({ busy: false });
    } catch (error) {
      const reason = error instanceof ApiProblem ? error.detail : 'Confira a conexão e tente de novo.';
      setState({ busy: false, problem: `Não deu para simular o pagamento. ${reason}` });
    }
  }
  return (
    <div className={`${styles['simulation']} stack gap-12 pad-block-16 pad-inline-16 rounded soft text-15`}>
      <p>Este código não pode ser pago de verdade. Faça de conta que o Pix chegou:</p>
      <ActionButton tone="quiet" busy={state.busy} busyLabel="Simulando…" onClick={() => void simulate()}>
        Simular pagamento
      </ActionButton>
      {state.problem !== undefined && <p role="alert">{state.problem}</p>}
    </div>
  );
}
