import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { browserAccountClient } from '#web/api/browser-account-client.ts';
import { useAuth } from '#web/stores/auth.tsx';
import type { LocalMarkers } from '#web/stores/local-markers.ts';
import { LOADING, type View } from '#web/stores/view.ts';
import { ActionButton, ActionLink } from '#web/ui/action.tsx';
import { BackToStart } from '#web/ui/back-to-start.tsx';
import { NotLoaded } from '#web/ui/not-loaded.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { BackToPix } from './back-to-pix.tsx';
import { CheckoutPage } from './checkout-page.tsx';
import { type Confirmation, confirmationOf } from './confirmation.ts';
import { keptPayment } from './kept-payment.ts';
import { ReceiptCode } from './receipt-code.tsx';

/** The confirmation is looked at, however fast it comes: long enough to be seen. */
const CONFIRMING_MS = 3_000;

/** /payment/success: it is paid. In by one button, and the code that keeps the access safe. */
export const SuccessPage = observer(function SuccessPage({ markers }: { readonly markers: LocalMarkers }) {
  useTitle('Pagamento recebido');
  const session = useAuth();
  const [api] = useState(browserAccountClient);
  const [paymentId] = useState(() => keptPayment.paid()?.payment_id ?? keptPayment.charge()?.payment_id);
  const [found, setFound] = useState<View<Confirmation>>(LOADING);
  const [times, setTimes] = useState(1);
  useEffect(() => {
    let isShown = true;
    const looking = confirmationOf(paymentId, { api, loadUser: () => session.fetchUser() });
    async function show() {
      const view = await looking;
      if (!isShown) return;
      const isOurs = view.kind === 'known' && view.value.isConfirmed && view.value.heldBy !== 'another';
      if (isOurs) markers.rememberDirectPayment();
      setFound(view);
    }
    const timer = setTimeout(() => void show(), CONFIRMING_MS);
    return () => {
      isShown = false;
      clearTimeout(timer);
    };
  }, [api, markers, paymentId, session, times]);
  function lookAgain() {
    setFound(LOADING);
    setTimes(times + 1);
  }

  if (found.kind === 'loading' || session.isPending) {
    return (
      <CheckoutPage step={3} title="Quase lá">
        <Spinner label="Confirmando seu pagamento..." />
      </CheckoutPage>
    );
  }
  // Whose the access is, and whether it has come, only an answer tells.
  if (found.kind === 'failed' || session.isUnknown) return <NoAnswer onRetry={lookAgain} />;
  if (!found.value.isConfirmed && !session.hasAccess) return <NotYet />;
  // It is paid, and neither this browser nor another account has the access: the two answers do not go together.
  if (!session.hasAccess && found.value.heldBy !== 'another') return <NoAnswer onRetry={lookAgain} />;
  return <Paid found={found.value} paymentId={paymentId} canEnter={session.hasAccess} onRetry={lookAgain} />;
});

const NoAnswer = ({ onRetry }: { readonly onRetry: () => void }) => (
  <CheckoutPage
    title="Erro ao verificar pagamento"
    lead="O Prumo não respondeu. Se você pagou, nada se perdeu: confira a conexão e tente de novo."
  >
    <div className="flex wrap gap-8 across-20">
      <ActionButton onClick={onRetry}>Tentar de novo</ActionButton>
      <BackToStart />
    </div>
  </CheckoutPage>
);

/** Nothing is known here of a payment that has arrived. */
function NotYet() {
  const [hasCharge] = useState(() => keptPayment.charge() !== undefined);
  return (
    <CheckoutPage
      title="Ainda sem confirmação"
      lead="Não encontramos neste navegador um pagamento que já tenha chegado. Pagou em outro aparelho? Entre com a sua conta."
    >
      <div className="flex wrap gap-8 across-20">
        <ActionLink to="/login">Fazer Login</ActionLink>
        {hasCharge ? <BackToPix /> : <BackToStart />}
      </div>
    </CheckoutPage>
  );
}

interface PaidProps {
  readonly found: Confirmation;
  readonly paymentId: string | undefined;
  readonly canEnter: boolean;
  readonly onRetry: () => void;
}

function Paid({ found: { receiptCode }, paymentId, canEnter, onRetry }: PaidProps) {
  return (
    <CheckoutPage
      step={3}
      title="Pagamento confirmado!"
      lead={
        canEnter
          ? 'Seu acesso está liberado. O painel é seu: comece pelo que já sabe de cabeça.'
          : 'O acesso deste pagamento está em uma conta. Entre com ela para usar o painel.'
      }
    >
      <div className="flex wrap gap-8 across-20">
        {canEnter ? (
          <ActionLink to="/dashboard">Acessar Dashboard</ActionLink>
        ) : (
          <ActionLink to="/login">Fazer Login</ActionLink>
        )}
        {paymentId !== undefined && (
          <ActionLink tone="plain" to={`/payment/receipt/${paymentId}`}>
            Ver recibo
          </ActionLink>
        )}
      </div>
      {receiptCode.kind === 'known' && receiptCode.value !== null && <ReceiptCode code={receiptCode.value} />}
      {receiptCode.kind === 'failed' && <NotLoaded what="o código do recibo" onRetry={onRetry} />}
    </CheckoutPage>
  );
}
