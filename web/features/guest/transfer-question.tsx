import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { UserBody } from '#contract/user.ts';
import { browserAccountClient } from '#web/api/account-client.ts';
import { ApiProblem } from '#web/api/failures.ts';
import { useAuth } from '#web/stores/root-store.tsx';
import { ActionButton } from '#web/ui/action.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { day } from '#web/ui/instants.ts';

type TransferRequest = NonNullable<UserBody['transfer_asked']>;
type TransferAnswer = 'agree' | 'decline';

/** The request of an account with the e-mail typed at payment to take over this guest's access; one tap refuses. */
export const TransferQuestion = observer(function TransferQuestion({ asked }: { readonly asked: TransferRequest }) {
  const session = useAuth();
  const [api] = useState(browserAccountClient);
  const [sent, setSent] = useState<TransferAnswer>();
  const [problem, setProblem] = useState<string>();

  async function answer(said: TransferAnswer) {
    setSent(said);
    setProblem(undefined);
    try {
      const params = { paymentId: asked.payment_id };
      const { moved } = await api.call('answerTransfer', { params, body: { answer: said } });
      await (moved ? session.forgetPerson() : session.fetchUser());
    } catch (error) {
      const reason = error instanceof ApiProblem ? error.detail : 'Confira a internet e tente de novo.';
      setProblem(`Sua resposta não foi salva. ${reason}`);
    } finally {
      setSent(undefined);
    }
  }

  return (
    <Banner
      label="Pedido de acesso"
      words={
        <>
          <strong>{asked.email ?? 'Uma conta com o e-mail da compra'} pediu o seu acesso ao Prumo.</strong> É o e-mail
          digitado ao pagar. Se não for seu, recuse; sem resposta até {day(asked.until)}, o acesso pode ir para essa
          conta.
          {problem !== undefined && <span role="alert"> {problem}</span>}
        </>
      }
    >
      <ActionButton busy={sent !== undefined} busyLabel="Salvando…" onClick={() => void answer('decline')}>
        Não fui eu, recusar
      </ActionButton>
      <ActionButton tone="quiet" busy={sent !== undefined} busyLabel="Salvando…" onClick={() => void answer('agree')}>
        Fui eu, levar tudo para essa conta
      </ActionButton>
    </Banner>
  );
});
