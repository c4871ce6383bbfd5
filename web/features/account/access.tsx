import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { UserBody } from '#contract/account.ts';
import type { AccountClient } from '#web/api/client.ts';
import { DataLoader } from '#web/stores/data-loader.ts';
import { useSite } from '#web/stores/site.tsx';
import { ActionLink } from '#web/ui/action.tsx';
import { NotLoaded } from '#web/ui/not-loaded.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { formatDay } from '#web/ui/instants.ts';
import { ReceiptCode } from '../payment/receipt-code.tsx';

interface AccessProps {
  readonly user: UserBody;
  readonly api: AccountClient;
}

/** The panel that says whether this person may open the dashboard, since when, and by which receipt. */
export const Access = observer(function Access({ user, api }: AccessProps) {
  const { shortPrice } = useSite();
  const { payment_id: paymentId } = user;
  return (
    <Panel title="Acesso">
      {user.access_granted ? (
        <p className="pad-block-12 pad-inline-16 rounded-small on-basil-tint">Seu acesso está liberado e não vence.</p>
      ) : (
        <>
          <p className="soft">Esta conta ainda não tem acesso ao painel.</p>
          <div className="row wrap gap-8 across-20">
            <ActionLink to="/payment/direct">Quero meu acesso por {shortPrice} via Pix</ActionLink>
          </div>
        </>
      )}
      {paymentId !== null && <PaymentDetails key={paymentId} paymentId={paymentId} isGuest={user.guest} api={api} />}
    </Panel>
  );
});

interface PaymentDetailsProps {
  readonly paymentId: string;
  readonly isGuest: boolean;
  readonly api: AccountClient;
}

const PaymentDetails = observer(function PaymentDetails({ paymentId, isGuest, api }: PaymentDetailsProps) {
  const [receipt] = useState(() => new DataLoader(() => api.call('receipt', { params: { paymentId } })));
  useEffect(() => void receipt.load(), [receipt]);
  const { data } = receipt;
  const paidAt = data.kind === 'known' ? data.value.paid_at : null;
  const code = data.kind === 'known' ? data.value.receipt_code : null;
  return (
    <>
      <div className="row wrap gap-8 across-20">
        {paidAt !== null && <span className="soft">Pago em {formatDay(paidAt)}.</span>}
        <ActionLink tone="plain" to={`/payment/receipt/${paymentId}`}>
          Ver recibo
        </ActionLink>
      </div>
      {data.kind === 'failed' && <NotLoaded what="o seu pagamento" onRetry={() => receipt.load()} />}
      {isGuest && code !== null && <ReceiptCode code={code} />}
    </>
  );
});
