import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect, useState } from 'react';
import type * as v from 'valibot';
import type { ReceiptReply } from '#contract/payment.ts';
import { Link } from 'wouter';
import { browserAccountClient } from '#web/api/account-client.ts';
import { useSession } from '#web/stores/root-store.tsx';
import { DataLoader } from '#web/stores/data-loader.ts';
import { priceOf } from '#web/stores/site.tsx';
import { ActionButton, ActionLink, BackToStart } from '#web/ui/action.tsx';
import { OutdatedNote } from '#web/ui/not-loaded.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { useTitle } from '#web/ui/page-title.tsx';
import type { SignInNavigation } from '../login/sign-in-button.tsx';
import { ReceiptCode } from './receipt-code.tsx';
import { CheckoutFrame } from './checkout-frame.tsx';
import { formatDayAndTime } from '#web/ui/instants.ts';
import { storedPayment } from './stored-payment.ts';
import { BackToPix, PixCode } from './pix-code.tsx';
import { PixWatch } from './pix-watch.ts';
import styles from './receipt.module.css';

type Receipt = v.InferOutput<typeof ReceiptReply>;

/** /payment/receipt/:paymentId: the receipt, on one sheet of paper. */
export const ReceiptPage = observer(function ReceiptPage({ paymentId }: { readonly paymentId: string }) {
  useTitle('Recibo');
  const [api] = useState(browserAccountClient);
  const [receipt] = useState(() => new DataLoader(() => api.call('receipt', { params: { paymentId } })));
  useEffect(() => void receipt.load(), [receipt]);
  const { data } = receipt;
  const isPending = data.kind === 'known' && data.value.status === 'PENDING';
  useEffect(() => {
    if (!isPending) return undefined;
    return new PixWatch({ api, paymentId, page: document, onConfirmed: () => void receipt.load() }).start();
  }, [api, paymentId, receipt, isPending]);
  if (data.kind === 'known')
    return (
      <ReceiptSheet receipt={data.value}>
        {data.staleSince && <OutdatedNote readAt={data.staleSince} onRetry={() => receipt.load()} />}
      </ReceiptSheet>
    );
  if (data.kind === 'refused') return <WrongAccount receiptAddress={`/payment/receipt/${paymentId}`} />;
  if (data.kind === 'failed')
    return (
      <CheckoutFrame title="Recibo" lead="Não deu para carregar o recibo. Confira a conexão e tente de novo.">
        <div className={`${styles['row']} wrap gap-8 across-20`}>
          <ActionButton onClick={() => void receipt.load()}>Tentar de novo</ActionButton>
        </div>
      </CheckoutFrame>
    );
  return (
    <CheckoutFrame title="Recibo">
      <Spinner label="Carregando..." />
    </CheckoutFrame>
  );
});

/**
 * The notice that the receipt belongs to somebody else; a signed-in person is in the wrong account, so signing in again
 * would not help.
 */
const WrongAccount = observer(function WrongAccount({ receiptAddress }: { readonly receiptAddress: string }) {
  const { user } = useSession();
  const isAccount = user !== null && !user.guest;
  return (
    <CheckoutFrame
      title="Recibo não encontrado"
      lead={
        isAccount
          ? `Um recibo só abre no navegador que pagou ou na conta que tem o acesso, e você entrou como ${user.email ?? 'outra pessoa'}.`
          : 'Um recibo só abre no navegador que pagou ou na conta que tem o acesso.'
      }
    >
      <p className={styles['screen']}>
        É seu e não abre? <Link to="/contact">Fale com o suporte</Link> com o comprovante do Pix em mãos.
      </p>
      <div className={`${styles['row']} wrap gap-8 across-20`}>
        {!isAccount && (
          <ActionLink to="/login" state={{ returnTo: receiptAddress } satisfies SignInNavigation}>
            Fazer Login
          </ActionLink>
        )}
        <BackToStart />
      </div>
    </CheckoutFrame>
  );
});

const STATUS_LABELS: Readonly<Record<Receipt['status'], string>> = {
  PENDING: 'Aguardando pagamento',
  CONFIRMED: 'Pago',
  OVERDUE: 'Vencido sem pagamento',
  REFUNDED: 'Devolvido',
  REFUSED_AMOUNT: 'Valor menor que o do acesso',
};

interface ReceiptSheetProps {
  readonly receipt: Receipt;
  /** Content above the receipt. */
  readonly children: ReactNode;
}

function ReceiptSheet({ receipt, children }: ReceiptSheetProps) {
  const { supplier, payer, pix } = receipt;
  // The code for paying is stored here too, for the page in another browser tab.
  const [isChargeStored] = useState(() => storedPayment.charge()?.payment_id === receipt.payment_id);
  const lines: readonly (readonly [string, string])[] = [
    ['O que', 'Acesso ao Prumo, pagamento único'],
    ['Valor', priceOf(receipt.amount)],
    ['Situação', STATUS_LABELS[receipt.status]],
    ['Pedido em', formatDayAndTime(receipt.created_at)],
    ...(receipt.paid_at === null ? [] : [['Pago em', formatDayAndTime(receipt.paid_at)] as const]),
    ...(payer.name === null ? [] : [['Pagador', payer.name] as const]),
    ...(payer.email === null ? [] : [['E-mail', payer.email] as const]),
    ['Forma', 'Pix'],
    ['Pagamento', receipt.payment_id],
  ];
  return (
    <CheckoutFrame title={receipt.status === 'CONFIRMED' ? 'Recibo' : 'Fatura'}>
      {children}
      <div className={`${styles['sheet']} stack gap-20 pad-block-24 pad-inline-24 card`}>
        <p className={`${styles['supplier']} stack gap-2 soft`}>
          <strong>{supplier.name}</strong>
          <span>
            CNPJ <span className="unbroken">{supplier.cnpj}</span>
          </span>
          <span>{supplier.address}</span>
        </p>
        <dl className="stack no-margin">
          {lines.map(([name, value]) => (
            <div key={name} className={`${styles['line']} stack gap-12 no-padding pad-block-10 line-above`}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      {pix !== null && (
        <section className={styles['screen']} aria-label="Pagar esta fatura">
          <PixCode code={pix.copy_paste} amount={priceOf(receipt.amount)} />
          <p className={`${styles['until']} soft text-15`}>
            Código válido até {formatDayAndTime(pix.expires_at)}. Esta página percebe sozinha quando o dinheiro chega.
          </p>
        </section>
      )}
      {receipt.receipt_code !== null && <ReceiptCode code={receipt.receipt_code} />}
      <div className={`${styles['row']} wrap gap-8 across-20 ${styles['screen']}`}>
        <ActionButton onClick={() => window.print()}>Imprimir</ActionButton>
        {receipt.status === 'PENDING' && isChargeStored && <BackToPix />}
        <BackToStart />
      </div>
    </CheckoutFrame>
  );
}
