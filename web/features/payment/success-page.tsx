import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { browserAccountClient } from '#web/api/browser-account-client.ts';
import { useAuth } from '#web/stores/auth.tsx';
import type { LocalMarkers } from '#web/stores/local-markers.ts';
import { ActionLink } from '#web/ui/action.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { CheckoutPage } from './checkout-page.tsx';
import { type Confirmation, confirmationOf } from './confirmation.ts';
import { keptPayment } from './kept-payment.ts';
import { ReceiptCode } from './receipt-code.tsx';
import styles from './static-pages.module.css';

/** The confirmation is looked at, however fast it comes: long enough to be seen. */
const CONFIRMING_MS = 3_000;

/** /payment/success: it is paid. In by one button, and the code that keeps the access safe. */
export const SuccessPage = observer(function SuccessPage({ markers }: { readonly markers: LocalMarkers }) {
  useTitle('Pagamento recebido');
  const session = useAuth();
  const [api] = useState(browserAccountClient);
  const [paymentId] = useState(() => keptPayment.paid()?.payment_id ?? keptPayment.charge()?.payment_id);
  const [found, setFound] = useState<Confirmation>();
  useEffect(() => {
    let isShown = true;
    const looking = confirmationOf(paymentId, { api, loadUser: () => session.fetchUser() });
    async function show() {
      const confirmation = await looking;
      if (!isShown) return;
      if (confirmation.isConfirmed && confirmation.heldBy !== 'another') markers.rememberDirectPayment();
      setFound(confirmation);
    }
    const timer = setTimeout(() => void show(), CONFIRMING_MS);
    return () => {
      isShown = false;
      clearTimeout(timer);
    };
  }, [api, markers, paymentId, session]);

  if (found === undefined || session.isPending) {
    return (
      <CheckoutPage step={3} title="Quase lá">
        <Spinner label="Confirmando seu pagamento..." />
      </CheckoutPage>
    );
  }
  if (!found.isConfirmed && !session.hasAccess) return <NotYet />;
  return <Paid found={found} paymentId={paymentId} canEnter={session.hasAccess} />;
});

/** Nothing is known here of a payment that has arrived. */
const NotYet = () => (
  <CheckoutPage
    title="Ainda sem confirmação"
    lead="Não encontramos neste navegador um pagamento que já tenha chegado. Pagou em outro aparelho? Entre com a sua conta."
  >
    <div className={styles['row']}>
      <ActionLink to="/login">Fazer Login</ActionLink>
      <ActionLink tone="plain" to="/payment/pix">
        Voltar ao Pix
      </ActionLink>
    </div>
  </CheckoutPage>
);

interface PaidProps {
  readonly found: Confirmation;
  readonly paymentId: string | undefined;
  readonly canEnter: boolean;
}

function Paid({ found, paymentId, canEnter }: PaidProps) {
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
      <div className={styles['row']}>
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
      {found.receiptCode !== null && <ReceiptCode code={found.receiptCode} />}
    </CheckoutPage>
  );
}
