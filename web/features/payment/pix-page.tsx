import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { browserAccountClient } from '#web/api/account-client.ts';
import { useSession } from '#web/stores/root-store.tsx';
import { priceOf, useSite } from '#web/stores/site.tsx';
import { ActionButton, ActionLink, BackToStart } from '#web/ui/action.tsx';
import { useTitle } from '#web/ui/page-title.tsx';
import { CheckoutFrame } from './checkout-frame.tsx';
import { formatDayAndTime } from '#web/ui/instants.ts';
import { type OpenCharge, storedPayment } from './stored-payment.ts';
import { PixCode } from './pix-code.tsx';
import { PixWatch } from './pix-watch.ts';
import type { AccountClient } from '#web/api/client.ts';
import { ApiProblem } from '#web/api/failures.ts';
import styles from './pix.module.css';

interface PaymentSimulationProps {
  readonly api: AccountClient;
  readonly paymentId: string;
  readonly onDone: () => Promise<void>;
}

/** A button of the simulated payment provider that reports the charge as paid. */
function PaymentSimulation({ api, paymentId, onDone }: PaymentSimulationProps) {
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

/** /payment/pix: the code for paying, until the payment arrives. A reload shows the same code. */
export function PixPage() {
  const [charge] = useState(() => storedPayment.charge());
  return charge === undefined ? <NothingToPay /> : <PixPayment charge={charge} />;
}

function NothingToPay() {
  useTitle('Erro no Pagamento');
  return (
    <CheckoutFrame title="Erro no Pagamento" lead="Não foi possível gerar o código PIX. Tente novamente.">
      <div className="row wrap gap-4 across-24">
        <ActionLink to="/payment/direct">Tentar novamente</ActionLink>
        <BackToStart />
      </div>
    </CheckoutFrame>
  );
}

const PixPayment = observer(function PixPayment({ charge }: { readonly charge: OpenCharge }) {
  useTitle('Pague com Pix');
  const session = useSession();
  const { isSandbox } = useSite();
  const [, navigate] = useLocation();
  const [api] = useState(browserAccountClient);
  const [watch] = useState(
    () =>
      new PixWatch({
        api,
        paymentId: charge.payment_id,
        page: document,
        onConfirmed() {
          storedPayment.saveConfirmedPayment(charge.payment_id);
          void session.fetchUser();
          navigate('/payment/success', { replace: true });
        },
      }),
  );
  useEffect(() => watch.start(), [watch]);
  const isOver = watch.state !== 'PENDING';
  return (
    <CheckoutFrame
      step={2}
      title={`Pague ${priceOf(charge.amount)} com Pix`}
      lead="Abra o aplicativo do seu banco e pague pelo código. Esta página percebe sozinha quando o dinheiro chega."
    >
      <PixCode code={charge.pix_copy_paste} amount={priceOf(charge.amount)} />
      <div className="stack gap-16">
        <ActionButton tone="quiet" busy={watch.isChecking} busyLabel="Verificando…" onClick={() => void watch.check()}>
          Já Paguei - Verificar Status
        </ActionButton>
        {watch.hasLostConnection && watch.notice === undefined && (
          <p className="pad-block-14 pad-inline-16 rounded-small on-sunken ink" role="status">
            Não deu para conferir se o Pix chegou. Continuamos tentando a cada cinco segundos.
          </p>
        )}
        {watch.notice !== undefined && (
          <p className="pad-block-14 pad-inline-16 rounded-small on-sunken ink" role="status">
            {watch.notice}
          </p>
        )}
        {isOver && <ActionLink to="/payment/direct">Gerar outro código</ActionLink>}
        {isSandbox && <PaymentSimulation api={api} paymentId={charge.payment_id} onDone={() => watch.check()} />}
      </div>
      <div className="stack gap-4 soft text-15">
        {charge.expires_at !== null && <p>Código válido até {formatDayAndTime(charge.expires_at)}.</p>}
        <p>Pode fechar o aplicativo do banco e voltar: o código continua aqui nesta aba.</p>
      </div>
      <div className="row wrap gap-4 across-24">
        <a
          className="inline-row touch-48 ink weight-520 lightly"
          href={charge.invoice_url}
          target="_blank"
          rel="noreferrer"
        >
          Ver fatura
        </a>
        <ActionButton tone="plain" onClick={() => navigate('/payment/direct')}>
          Voltar
        </ActionButton>
        <ActionLink tone="plain" to="/payment/pending">
          Pagar mais tarde
        </ActionLink>
      </div>
    </CheckoutFrame>
  );
});
