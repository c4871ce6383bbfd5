import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type * as v from 'valibot';
import type { ReceiptReply } from '#contract/payment.ts';
import { browserAccountClient } from '#web/api/browser-account-client.ts';
import { Loading } from '#web/stores/loading.ts';
import { ActionButton, ActionLink } from '#web/ui/action.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { CheckoutPage } from './checkout-page.tsx';
import { dayAndTime, reais } from './instants.ts';
import { ReceiptCode } from './receipt-code.tsx';
import styles from './receipt-page.module.css';

type Receipt = v.InferOutput<typeof ReceiptReply>;

/** /payment/receipt/:paymentId: what was paid, by whom, to whom; on one sheet of paper. */
export const ReceiptPage = observer(function ReceiptPage({ paymentId }: { readonly paymentId: string }) {
  useTitle('Recibo');
  const [receipt] = useState(() => {
    const api = browserAccountClient();
    return new Loading(() => api.call('receipt', { params: { paymentId } }));
  });
  useEffect(() => void receipt.load(), [receipt]);
  if (receipt.value !== undefined) return <Sheet receipt={receipt.value} />;
  if (receipt.state === 'refused') return <NotHere />;
  if (receipt.state === 'away')
    return (
      <CheckoutPage title="Recibo" lead="Não deu para carregar o recibo. Confira a conexão e tente de novo.">
        <div className={styles['row']}>
          <ActionButton onClick={() => void receipt.load()}>Tentar de novo</ActionButton>
        </div>
      </CheckoutPage>
    );
  return (
    <CheckoutPage title="Recibo">
      <Spinner label="Carregando..." />
    </CheckoutPage>
  );
});

const NotHere = () => (
  <CheckoutPage
    title="Recibo não encontrado"
    lead="Um recibo só abre no navegador que pagou ou na conta que tem o acesso."
  >
    <div className={styles['row']}>
      <ActionLink to="/login">Fazer Login</ActionLink>
      <ActionLink tone="plain" to="/">
        Voltar ao início
      </ActionLink>
    </div>
  </CheckoutPage>
);

const STATES: Readonly<Record<Receipt['status'], string>> = {
  PENDING: 'Aguardando pagamento',
  CONFIRMED: 'Pago',
  OVERDUE: 'Vencido sem pagamento',
  REFUNDED: 'Devolvido',
  REFUSED_AMOUNT: 'Valor menor que o do acesso',
};

function Sheet({ receipt }: { readonly receipt: Receipt }) {
  const { supplier, payer } = receipt;
  const lines: readonly (readonly [string, string])[] = [
    ['O que', 'Acesso ao Prumo, pagamento único'],
    ['Valor', reais(receipt.amount)],
    ['Situação', STATES[receipt.status]],
    ['Pedido em', dayAndTime(receipt.created_at)],
    ...(receipt.paid_at === null ? [] : [['Pago em', dayAndTime(receipt.paid_at)] as const]),
    ...(payer.name === null ? [] : [['Pagador', payer.name] as const]),
    ...(payer.email === null ? [] : [['E-mail', payer.email] as const]),
    ['Forma', 'Pix'],
    ['Pagamento', receipt.payment_id],
  ];
  return (
    <CheckoutPage title={receipt.status === 'CONFIRMED' ? 'Recibo' : 'Fatura'}>
      <div className={styles['sheet']}>
        <p className={styles['supplier']}>
          <strong>{supplier.name}</strong>
          <span>
            CNPJ <span className="unbroken">{supplier.cnpj}</span>
          </span>
          <span>{supplier.address}</span>
        </p>
        <dl className={styles['lines']}>
          {lines.map(([name, value]) => (
            <div key={name} className={styles['line']}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      {receipt.receipt_code !== null && <ReceiptCode code={receipt.receipt_code} />}
      <div className={`${styles['row']} ${styles['screen']}`}>
        <ActionButton onClick={() => window.print()}>Imprimir</ActionButton>
        {receipt.status === 'PENDING' && (
          <ActionLink tone="plain" to="/payment/pix">
            Voltar ao Pix
          </ActionLink>
        )}
        <ActionLink tone="plain" to="/">
          Voltar ao início
        </ActionLink>
      </div>
    </CheckoutPage>
  );
}
