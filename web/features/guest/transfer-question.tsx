import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { UserBody } from '#contract/account.ts';
import { browserAccountClient } from '#web/api/account-client.ts';
import { ApiProblem } from '#web/api/failures.ts';
import { useSession } from '#web/stores/root-store.tsx';
import { ActionButton } from '#web/ui/action.tsx';
import { Banner } from '#web/ui/panel.tsx';
import { formatDay } from '#web/ui/instants.ts';

type TransferRequest = NonNullable<UserBody['transfer_asked']>;
type TransferAnswer = 'agree' | 'decline';

/**
 * The banner about an account that requests this guest's access because it has the e-mail entered at payment. The guest
 * agrees or declines.
 */
export const TransferQuestion = observer(function TransferQuestion({ request }: { readonly request: TransferRequest }) {
  const session = useSession();
  const [api] = useState(browserAccountClient);
  const [pendingAnswer, setPendingAnswer] = useState<TransferAnswer>();
  const [problem, setProblem] = useState<string>();

  async function answer(choice: TransferAnswer) {
    setPendingAnswer(choice);
    setProblem(undefined);
    try {
      const params = { paymentId: request.payment_id };
      const { moved: hasMoved } = await api.call('answerTransfer', { params, body: { answer: choice } });
      await (hasMoved ? session.forgetPerson() : session.fetchUser());
    } catch (error) {
      const reason = error instanceof ApiProblem ? error.detail : 'Confira a internet e tente de novo.';
      setProblem(`Sua resposta não foi salva. ${reason}`);
    } finally {
      setPendingAnswer(undefined);
    }
  }

  return (
    <Banner
      label="Pedido de acesso"
      words={
        <>
          <strong>{request.email ?? 'Uma conta com o e-mail da compra'} pediu o seu acesso ao Prumo.</strong> É o e-mail
          digitado ao pagar. Se não for seu, recuse; sem resposta até {formatDay(request.until)}, o acesso pode ir para
          essa conta.
          {problem !== undefined && <span role="alert"> {problem}</span>}
        </>
      }
    >
      <ActionButton busy={pendingAnswer !== undefined} busyLabel="Salvando…" onClick={() => void answer('decline')}>
        Não fui eu, recusar
      </ActionButton>
      <ActionButton
        tone="quiet"
        busy={pendingAnswer !== undefined}
        busyLabel="Salvando…"
        onClick={() => void answer('agree')}
      >
        Fui eu, levar tudo para essa conta
      </ActionButton>
    </Banner>
  );
});
