import { observer } from 'mobx-react-lite';
import { type FormEvent, useEffect, useState } from 'react';
import type * as v from 'valibot';
import { Link } from 'wouter';
import type { PersonReply } from '#contract/admin.ts';
import type { AdminClient } from '#web/api/client.ts';
import { Loading } from '#web/stores/loading.ts';
import { ActionButton, SubmitButton } from '#web/ui/action.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { PlainField } from '#web/ui/plain-field.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { day, dayAndTime, reais } from '../payment/instants.ts';
import { useAct } from './acting.ts';
import { AdminFrame } from './admin-frame.tsx';
import { AdminGate } from './admin-gate.tsx';
import { OutcomeNote } from './outcome-note.tsx';
import styles from './parts.module.css';
import { Trail } from './trail.tsx';

type Details = v.InferOutput<typeof PersonReply>;

/** /admin/people/:id: one person's access, from every side, on one page. */
export function PersonPage({ id }: { readonly id: string }) {
  return <AdminGate signedOut="restricted">{(api) => <Person key={id} id={id} api={api} />}</AdminGate>;
}

const Person = observer(function Person({ id, api }: { readonly id: string; readonly api: AdminClient }) {
  const [details] = useState(() => new Loading(() => api.call('person', { params: { id } })));
  useEffect(() => void details.load(), [details]);
  const { value, state } = details;
  const name = value?.user.name ?? value?.user.email ?? 'Pessoa';
  return (
    <AdminFrame title={name} lead={<Link to="/admin">Voltar a pessoas e pagamentos</Link>}>
      {value === undefined && state === 'loading' && <Spinner label="Carregando..." />}
      {state === 'refused' && <p role="alert">Não encontramos esta pessoa.</p>}
      {state === 'away' && (
        <div className={styles['row']}>
          <p role="alert">Não deu para carregar esta pessoa.</p>
          <ActionButton tone="quiet" onClick={() => void details.load()}>
            Tentar de novo
          </ActionButton>
        </div>
      )}
      {value && <Parts of={value} api={api} onChanged={() => details.load()} />}
      {value && <Trail api={api} person={id} />}
    </AdminFrame>
  );
});

interface PartsProps {
  readonly of: Details;
  readonly api: AdminClient;
  readonly onChanged: () => Promise<void>;
}

const Parts = ({ of, api, onChanged }: PartsProps) => (
  <>
    <AccessPart of={of} api={api} onChanged={onChanged} />
    <PaymentsPart of={of} api={api} onChanged={onChanged} />
    <SessionsPart of={of} api={api} onChanged={onChanged} />
  </>
);

function AccessPart({ of: { user, grants }, api, onChanged }: PartsProps) {
  const { isBusy, outcome, act } = useAct();
  const hasAccess = user.access_granted;
  const given = grants.filter(({ revoked }) => !revoked).length;
  async function revoke(reason: string): Promise<boolean> {
    const done = await act(async () => {
      const { message } = await api.call('revokeAccess', { params: { id: user.id }, body: { reason } });
      return message;
    });
    if (done) await onChanged();
    return done;
  }
  return (
    <Panel
      title="Acesso"
      aside={
        <span className={`${styles['label']} ${styles[hasAccess ? 'granted' : 'pending']}`}>
          {hasAccess ? 'LIBERADO' : 'PENDENTE'}
        </span>
      }
    >
      <p className={styles['text']}>
        {user.email ?? 'Sem e-mail'} · desde {day(user.created_at)}
        {given > 0 && ` · ${given === 1 ? 'uma concessão' : `${given} concessões`}`}
      </p>
      {hasAccess && (
        <Reasoned
          label="Motivo da revogação"
          submit="Revogar acesso"
          busy={isBusy}
          busyLabel="Revogando…"
          onSubmit={revoke}
        />
      )}
      <OutcomeNote of={outcome} />
    </Panel>
  );
}

const PAYMENT_STATUS: Readonly<Record<string, string>> = {
  confirmed: 'pago',
  refunded: 'devolvido',
  charged_back: 'contestado',
  too_little: 'valor menor que o preço',
  waiting: 'aguardando',
};

function PaymentsPart({ of: { payments }, api, onChanged }: PartsProps) {
  const { isBusy, outcome, act } = useAct();
  const [refunding, setRefunding] = useState<string>();
  async function refund(id: string, reason: string): Promise<boolean> {
    const done = await act(async () => {
      const { message } = await api.call('refundPayment', { params: { id }, body: { reason } });
      return message;
    });
    if (!done) return false;
    setRefunding(undefined);
    await onChanged();
    return true;
  }
  return (
    <Panel title="Pagamentos">
      {payments.length === 0 && <p className={styles['text']}>Nenhum pagamento.</p>}
      <ul className={styles['list']}>
        {payments.map(({ id, amount, status, created_at: begun, paid_at: paid, can_refund: canRefund }) => (
          <li key={id} className={styles['item']}>
            <div className={styles['words']}>
              <span className={styles['name']}>
                {reais(amount)} · {PAYMENT_STATUS[status] ?? status}
              </span>
              <span className={styles['faint']}>
                {id.slice(0, 8)} · começado em {dayAndTime(begun)}
                {paid !== null && ` · pago em ${dayAndTime(paid)}`}
              </span>
            </div>
            {canRefund && refunding !== id && (
              <ActionButton tone="quiet" onClick={() => setRefunding(id)}>
                Devolver
              </ActionButton>
            )}
            {refunding === id && (
              <Reasoned
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

function SessionsPart({ of: { user, sessions }, api, onChanged }: PartsProps) {
  const { isBusy, outcome, act } = useAct();
  async function end(): Promise<void> {
    const done = await act(async () => {
      const { message } = await api.call('endSessions', { params: { id: user.id } });
      return message;
    });
    if (done) await onChanged();
  }
  return (
    <Panel title="Sessões abertas">
      {sessions.length === 0 && <p className={styles['text']}>Nenhuma sessão aberta.</p>}
      <ul className={styles['list']}>
        {sessions.map(({ created_at: begun, last_seen_at: seen }) => (
          <li key={begun} className={styles['item']}>
            <span>Aberta em {dayAndTime(begun)}</span>
            <span className={styles['faint']}>usada em {dayAndTime(seen)}</span>
          </li>
        ))}
      </ul>
      {sessions.length > 0 && (
        <div>
          <ActionButton tone="quiet" busy={isBusy} onClick={() => void end()}>
            Encerrar todas
          </ActionButton>
        </div>
      )}
      <OutcomeNote of={outcome} />
    </Panel>
  );
}

interface ReasonedProps {
  readonly label: string;
  readonly submit: string;
  readonly busy: boolean;
  readonly busyLabel: string;
  readonly onSubmit: (reason: string) => Promise<boolean>;
}

/** What cannot be undone asks why, and says so in the trail. */
function Reasoned({ label, submit, busy, busyLabel, onSubmit }: ReasonedProps) {
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState<string>();
  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (reason.trim() === '') return setMissing('Escreva o motivo.');
    setMissing(undefined);
    if (await onSubmit(reason)) setReason('');
    return undefined;
  }
  return (
    <form className={styles['form']} onSubmit={(event) => void send(event)} noValidate>
      <PlainField
        label={label}
        hint="Fica na trilha para sempre: escreva sem nomes nem e-mails."
        value={reason}
        error={missing}
        onChange={setReason}
        maxLength={300}
        autoComplete="off"
      />
      <SubmitButton tone="danger" busy={busy} busyLabel={busyLabel}>
        {submit}
      </SubmitButton>
    </form>
  );
}
