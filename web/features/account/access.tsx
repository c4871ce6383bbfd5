import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { UserBody } from '#contract/user.ts';
import type { AccountClient } from '#web/api/client.ts';
import { DataLoader } from '#web/stores/data-loader.ts';
import { useSite } from '#web/stores/site.tsx';
import { ActionLink } from '#web/ui/action.tsx';
import { NotLoaded } from '#web/ui/not-loaded.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { day } from '#web/ui/instants.ts';
import { ReceiptCode } from '../payment/receipt-code.tsx';

interface AccessProps {
  readonly user: UserBody;
  readonly api: AccountClient;
}

/** Whether this person may open the dashboard, since when, and the receipt that proves it. */
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
      {paymentId !== null && <Paid key={paymentId} paymentId={paymentId} isGuest={user.guest} api={api} />}
    </Panel>
  );
});

interface PaidAccessProps {
  readonly paymentId: string;
  readonly isGuest: boolean;
  readonly api: AccountClient;
}

const Paid = observer(function Paid({ paymentId, isGuest, api }: PaidAccessProps) {
  const [receipt] = useState(() => new DataLoader(() => api.call('receipt', { params: { paymentId } })));
  useEffect(() => void receipt.load(), [receipt]);
  const { data: view } = receipt;
  const paidAt = view.kind === 'known' ? view.value.paid_at : null;
  const code = view.kind === 'known' ? view.value.receipt_code : null;
  return (
    <>
      <div className="row wrap gap-8 across-20">
        {paidAt !== null && <span className="soft">Pago em {day(paidAt)}.</span>}
        <ActionLink tone="plain" to={`/payment/receipt/${paymentId}`}>
          Ver recibo
        </ActionLink>
      </div>
      {view.kind === 'failed' && <NotLoaded what="o seu pagamento" onRetry={() => receipt.load()} />}
      {isGuest && code !== null && <ReceiptCode code={code} />}
    </>
  );
});
