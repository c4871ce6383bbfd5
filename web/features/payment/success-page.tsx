import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { browserAccountClient } from '#web/api/account-client.ts';
import { useSession } from '#web/stores/root-store.tsx';
import type { LocalMarkers } from '#web/stores/local-markers.ts';
import { LOADING, type RemoteData, FAILED, knownData, mapRemoteData } from '#web/stores/data-loader.ts';
import { ActionButton, ActionLink, BackToStart } from '#web/ui/action.tsx';
import { NotLoaded } from '#web/ui/not-loaded.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { useTitle } from '#web/ui/page-title.tsx';
import { BackToPix } from './pix-code.tsx';
import { ReceiptCode } from './receipt-code.tsx';
import { CheckoutFrame } from './checkout-frame.tsx';
import { storedPayment } from './stored-payment.ts';
import type { AccountClient } from '#web/api/client.ts';
import { ApiProblem } from '#web/api/failures.ts';
import { isConfirmed } from './pix-watch.ts';

/** The outcome of a purchase, as far as this browser may know it. */
export interface Confirmation {
  readonly isConfirmed: boolean;
  /** The holder of the access. */
  readonly accessHolder: 'you' | 'another' | null;
  /** The receipt's code; null if this browser may not see one. */
  readonly receiptCode: RemoteData<string | null>;
}

const NO_PAYMENT: Confirmation = { isConfirmed: false, accessHolder: null, receiptCode: knownData(null) };

/**
 * Reads the outcome of a payment. The first answer may open the session of the browser that paid, so the user is loaded
 * after it. Never rejects: a failed read is failed remote data, which differs from a missing payment.
 */
export async function readConfirmation(
  paymentId: string | undefined,
  { api, loadUser }: { readonly api: AccountClient; readonly loadUser: () => Promise<void> },
): Promise<RemoteData<Confirmation>> {
  if (paymentId === undefined) return knownData(NO_PAYMENT);
  const params = { paymentId };
  const status = await readOrNull(api.call('paymentStatus', { params }));
  const [receipt] = await Promise.all([readOrNull(api.call('receipt', { params })), loadUser()]);
  return mapRemoteData(status, (payment) => ({
    isConfirmed: payment !== null && isConfirmed(payment),
    accessHolder: payment?.held_by ?? null,
    receiptCode: mapRemoteData(receipt, (receiptBody) => receiptBody?.receipt_code ?? null),
  }));
}

/** The value; null where the server has none for this browser. */
async function readOrNull<T>(request: Promise<T>): Promise<RemoteData<T | null>> {
  try {
    return knownData(await request);
  } catch (error) {
    return error instanceof ApiProblem && error.status === 404 ? knownData(null) : FAILED;
  }
}

/** The minimum time that the confirmation stays, in milliseconds, so that it can be read. */
const CONFIRMING_MS = 3_000;

/** /payment/success: the confirmation, with a button to the dashboard and the code that restores the access. */
export const SuccessPage = observer(function SuccessPage({ markers }: { readonly markers: LocalMarkers }) {
  useTitle('Pagamento recebido');
  const session = useSession();
  const [api] = useState(browserAccountClient);
  const [paymentId] = useState(() => storedPayment.confirmedPaymentId() ?? storedPayment.charge()?.payment_id);
  const [confirmation, setConfirmation] = useState<RemoteData<Confirmation>>(LOADING);
  const [attempt, setAttempt] = useState(1);
  useEffect(() => {
    let isMounted = true;
    const reading = readConfirmation(paymentId, { api, loadUser: () => session.fetchUser() });
    async function show() {
      const result = await reading;
      if (!isMounted) return;
      const isOwn = result.kind === 'known' && result.value.isConfirmed && result.value.accessHolder !== 'another';
      if (isOwn) markers.rememberGuestPayment();
      setConfirmation(result);
    }
    const timer = setTimeout(() => void show(), CONFIRMING_MS);
    return () => {
      isMounted = false;
      clearTimeout(timer);
    };
  }, [api, markers, paymentId, session, attempt]);
  function retry() {
    setConfirmation(LOADING);
    setAttempt(attempt + 1);
  }

  if (confirmation.kind === 'loading' || session.isPending) {
    return (
      <CheckoutFrame step={3} title="Quase lá">
        <Spinner label="Confirmando seu pagamento..." />
      </CheckoutFrame>
    );
  }
  // Without an answer neither the holder nor the access is known.
  if (confirmation.kind === 'failed' || session.isUnknown) return <UnknownOutcome onRetry={retry} />;
  if (!confirmation.value.isConfirmed && !session.hasAccess) return <NotConfirmed />;
  // The payment has arrived, but neither this browser nor another account has access: the two answers contradict each
  // other.
  if (!session.hasAccess && confirmation.value.accessHolder !== 'another') return <UnknownOutcome onRetry={retry} />;
  return (
    <PaymentConfirmed
      confirmation={confirmation.value}
      paymentId={paymentId}
      canEnter={session.hasAccess}
      onRetry={retry}
    />
  );
});

const UnknownOutcome = ({ onRetry }: { readonly onRetry: () => void }) => (
  <CheckoutFrame
    title="Erro ao verificar pagamento"
    lead="O Prumo não respondeu. Se você pagou, nada se perdeu: confira a conexão e tente de novo."
  >
    <div className="flex wrap gap-8 across-20">
      <ActionButton onClick={onRetry}>Tentar de novo</ActionButton>
      <BackToStart />
    </div>
  </CheckoutFrame>
);

/** The notice that no payment of this browser has arrived. */
function NotConfirmed() {
  const [hasCharge] = useState(() => storedPayment.charge() !== undefined);
  return (
    <CheckoutFrame
      title="Ainda sem confirmação"
      lead="Não encontramos neste navegador um pagamento que já tenha chegado. Pagou em outro aparelho? Entre com a sua conta."
    >
      <div className="flex wrap gap-8 across-20">
        <ActionLink to="/login">Fazer Login</ActionLink>
        {hasCharge ? <BackToPix /> : <BackToStart />}
      </div>
    </CheckoutFrame>
  );
}

interface PaymentConfirmedProps {
  readonly confirmation: Confirmation;
  readonly paymentId: string | undefined;
  readonly canEnter: boolean;
  readonly onRetry: () => void;
}

function PaymentConfirmed({ confirmation: { receiptCode }, paymentId, canEnter, onRetry }: PaymentConfirmedProps) {
  return (
    <CheckoutFrame
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
    </CheckoutFrame>
  );
}
