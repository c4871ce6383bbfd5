import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { browserAccountClient } from '#web/api/account-client.ts';
import { useAuth } from '#web/stores/root-store.tsx';
import type { LocalMarkers } from '#web/stores/local-markers.ts';
import { LOADING, type RemoteData, FAILED, knownData, mapRemoteData } from '#web/stores/remote-data.ts';
import { ActionButton, ActionLink, BackToStart } from '#web/ui/action.tsx';
import { NotLoaded } from '#web/ui/not-loaded.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { useTitle } from '#web/ui/page-title.tsx';
import { BackToPix, ReceiptCode } from './receipt-code.tsx';
import { CheckoutPage } from './checkout-page.tsx';
import { storedPayment } from './stored-payment.ts';
import type { AccountClient } from '#web/api/client.ts';
import { ApiProblem } from '#web/api/failures.ts';
import { isGranted } from './pix-watch.ts';

/** The outcome of a purchase, as far as this browser may know it. */
export interface Confirmation {
  readonly isConfirmed: boolean;
  /** The holder of the access. */
  readonly heldBy: 'you' | 'another' | null;
  /** The receipt's code; null if this browser may not see one. */
  readonly receiptCode: RemoteData<string | null>;
}

const NOTHING: Confirmation = { isConfirmed: false, heldBy: null, receiptCode: knownData(null) };

/**
 * Reads the outcome of a payment. The first answer may open the session of the browser that paid, so the user is loaded
 * after it. Never rejects: a failed read is failed remote data, which differs from a missing payment.
 */
export async function confirmationOf(
  paymentId: string | undefined,
  { api, loadUser }: { readonly api: AccountClient; readonly loadUser: () => Promise<void> },
): Promise<RemoteData<Confirmation>> {
  if (paymentId === undefined) return knownData(NOTHING);
  const params = { paymentId };
  const status = await unlessAbsent(api.call('paymentStatus', { params }));
  const [receipt] = await Promise.all([unlessAbsent(api.call('receipt', { params })), loadUser()]);
  return mapRemoteData(status, (found) => ({
    isConfirmed: found !== null && isGranted(found),
    heldBy: found?.held_by ?? null,
    receiptCode: mapRemoteData(receipt, (paper) => paper?.receipt_code ?? null),
  }));
}

/** The value; null where the server has none for this browser. */
async function unlessAbsent<T>(reading: Promise<T>): Promise<RemoteData<T | null>> {
  try {
    return knownData(await reading);
  } catch (error) {
    return error instanceof ApiProblem && error.status === 404 ? knownData(null) : FAILED;
  }
}

/** Milliseconds that the confirmation stays at least, so that it can be read. */
const CONFIRMING_MS = 3_000;

/** /payment/success: the confirmation, with a button to the dashboard and the code that restores the access. */
export const SuccessPage = observer(function SuccessPage({ markers }: { readonly markers: LocalMarkers }) {
  useTitle('Pagamento recebido');
  const session = useAuth();
  const [api] = useState(browserAccountClient);
  const [paymentId] = useState(() => storedPayment.paid()?.payment_id ?? storedPayment.charge()?.payment_id);
  const [found, setFound] = useState<RemoteData<Confirmation>>(LOADING);
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
  // Without an answer neither the holder nor the access is known.
  if (found.kind === 'failed' || session.isUnknown) return <NoAnswer onRetry={lookAgain} />;
  if (!found.value.isConfirmed && !session.hasAccess) return <NotYet />;
  // The payment has arrived, but neither this browser nor another account has access: the two answers contradict each
  // other.
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

/** The notice that no payment of this browser has arrived. */
function NotYet() {
  const [hasCharge] = useState(() => storedPayment.charge() !== undefined);
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
