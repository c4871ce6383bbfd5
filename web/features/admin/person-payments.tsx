import { Panel } from '#web/ui/panel.tsx';
import { dayAndTime, reais } from '#web/ui/instants.ts';
import { useAct } from './acting.ts';
import { OutcomeNote } from './outcome-note.tsx';
import styles from './parts.module.css';
import type { PersonPartProps } from './person-parts.ts';
import { Reasoned } from './reasoned.tsx';

const STATUS: Readonly<Record<string, string>> = {
  confirmed: 'pago',
  refunded: 'devolvido',
  charged_back: 'contestado',
  too_little: 'valor menor que o preço',
  waiting: 'aguardando',
};

/** What the person has paid, and its way back. */
export function PersonPayments({ of: { payments }, api, onChanged }: PersonPartProps) {
  const { isBusy, outcome, act } = useAct();
  async function refund(id: string, reason: string): Promise<boolean> {
    const done = await act(async () => {
      const { message } = await api.call('refundPayment', { params: { id }, body: { reason } });
      return message;
    });
    if (done) await onChanged();
    return done;
  }
  return (
    <Panel title="Pagamentos">
      {payments.length === 0 && <p className="soft">Nenhum pagamento.</p>}
      <ul className={`${styles['list']} stack one-column list`}>
        {payments.map(({ id, amount, status, created_at: begun, paid_at: paid, can_refund: canRefund }) => (
          <li key={id} className={`${styles['payment']} stack gap-12 pad-block-14`}>
            <div className={`${styles['words']} stack shrinks breaks`}>
              <span className={`${styles['name']} weight-560`}>
                {reais(amount)} · {STATUS[status] ?? status}
              </span>
              <span className={`${styles['faint']} faint text-15`}>
                {paid === null ? `começado em ${dayAndTime(begun)}` : `pago em ${dayAndTime(paid)}`} · {id.slice(0, 8)}
              </span>
            </div>
            {canRefund && (
              <Reasoned
                begin="Devolver"
                consequence={`Devolve ${reais(amount)} pelo provedor e tira o acesso que veio deste pagamento.`}
                label="Motivo da devolução"
                submit="Devolver o dinheiro"
                busy={isBusy}
                busyLabel="Devolvendo…"
                onSubmit={(reason) => refund(id, reason)}
              />
            )}
          </li>
        ))}
      </ul>
      <OutcomeNote of={outcome} />
    </Panel>
  );
}
