import { ArrowLeft } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type * as v from 'valibot';
import { Link } from 'wouter';
import type { PersonReply } from '#contract/admin.ts';
import type { AdminClient } from '#web/api/client.ts';
import { DataLoader } from '#web/stores/data-loader.ts';
import { ActionButton } from '#web/ui/action.tsx';
import { formatDayAndTime, formatReais } from '#web/ui/instants.ts';
import { Panel } from '#web/ui/panel.tsx';
import { actionSentence, OutcomeNote, ReasonForm, useAdminAction } from './admin-action.tsx';
import { AdminFrame, TwoColumns } from './admin-frame.tsx';
import { AdminGate } from './admin-gate.tsx';
import { AuditLog } from './audit-log.tsx';
import { Remote } from './paged-list.tsx';
import { personRemarks } from './people-list.tsx';
import { AccessBadge, type AdminRow, RowText, Rows } from './rows.tsx';
import { statusWord } from './verify-all.tsx';

type PersonDetails = v.InferOutput<typeof PersonReply>;

interface PersonPartProps {
  readonly person: PersonDetails;
  readonly api: AdminClient;
  /** @returns once the page shows the change */
  readonly onChanged: () => Promise<void>;
}

/** /admin/people/:id: the access, payments, sessions and history of one person. */
export function PersonPage({ id }: { readonly id: string }) {
  return <AdminGate signedOut="restricted">{(api) => <Person key={id} id={id} api={api} />}</AdminGate>;
}

const Person = observer(function Person({ id, api }: { readonly id: string; readonly api: AdminClient }) {
  const [details] = useState(() => new DataLoader(() => api.call('person', { params: { id } })));
  useEffect(() => void details.load(), [details]);
  const { data: view } = details;
  const user = view.kind === 'known' ? view.value.user : undefined;
  return (
    <AdminFrame title={user?.name ?? user?.email ?? 'Pessoa'} lead={<BackToAll />}>
      {view.kind === 'refused' ? (
        <p role="alert">Não encontramos esta pessoa.</p>
      ) : (
        <Remote data={view} what="esta pessoa" onRetry={() => details.load()}>
          {(person) => (
            <>
              <TwoColumns>
                <Access person={person} api={api} onChanged={() => details.load()} />
                <Payments person={person} api={api} onChanged={() => details.load()} />
              </TwoColumns>
              <Sessions person={person} api={api} onChanged={() => details.load()} />
              <AuditLog api={api} person={id} />
            </>
          )}
        </Remote>
      )}
    </AdminFrame>
  );
});

const BackToAll = () => (
  <Link to="/admin" className="inline-row touch gap-8">
    <ArrowLeft size={18} aria-hidden />
    Pessoas e pagamentos
  </Link>
);

/** Tells whether the person may use the product, who gave the access, and a form that takes it away. */
function Access({ person: { user, grants }, api, onChanged }: PersonPartProps) {
  const action = useAdminAction();
  return (
    <Panel title="Acesso" aside={<AccessBadge isGranted={user.access_granted} />}>
      <RowText title={user.email ?? 'Sem e-mail'} notes={[personRemarks(user, 'administra o Prumo')]} />
      {grants.length > 0 && <Rows rows={grants.map(grantRow)} label="Acesso concedido" />}
      {(user.access_granted || grants.some(({ waiting }) => waiting)) && (
        <ReasonForm
          action={action}
          openLabel="Revogar acesso"
          consequence="Tira todo o acesso, pago ou concedido. Os dados da pessoa ficam guardados, e nada é devolvido."
          label="Motivo da revogação"
          submit="Revogar acesso"
          busyLabel="Revogando…"
          send={(reason) => api.call('revokeAccess', { params: { id: user.id }, body: { reason } })}
          onDone={onChanged}
        />
      )}
      <OutcomeNote system={action.outcome} />
    </Panel>
  );
}

const grantRow = ({ id, waiting, revoked, given: grant, ended }: PersonDetails['grants'][number]): AdminRow => ({
  id,
  text: grant ? actionSentence(grant, 'concedeu acesso') : 'Acesso concedido.',
  notes: waiting ? ['Vale assim que esta pessoa entrar com o Google.'] : [],
  problem: revoked ? (ended ? actionSentence(ended, 'revogou') : 'Revogado.') : undefined,
});

function Payments({ person: { payments }, api, onChanged }: PersonPartProps) {
  const action = useAdminAction();
  return (
    <Panel title="Pagamentos">
      {payments.length === 0 && <p className="soft">Nenhum pagamento.</p>}
      <Rows
        rows={payments.map(({ id, amount, status, created_at: begun, paid_at: paid, can_refund: canRefund }) => ({
          id,
          title: `${formatReais(amount)} · ${statusWord(status)}`,
          notes: [
            `${paid === null ? `começado em ${formatDayAndTime(begun)}` : `pago em ${formatDayAndTime(paid)}`} · ${id.slice(0, 8)}`,
          ],
          form: canRefund ? (
            <ReasonForm
              action={action}
              openLabel="Devolver"
              consequence={`Devolve ${formatReais(amount)} pelo provedor e tira o acesso que veio deste pagamento.`}
              label="Motivo da devolução"
              submit="Devolver o dinheiro"
              busyLabel="Devolvendo…"
              send={(reason) => api.call('refundPayment', { params: { id }, body: { reason } })}
              onDone={onChanged}
            />
          ) : undefined,
        }))}
      />
      <OutcomeNote system={action.outcome} />
    </Panel>
  );
}

function Sessions({ person: { user, sessions }, api, onChanged }: PersonPartProps) {
  const { isBusy, outcome, run } = useAdminAction();
  async function end(): Promise<void> {
    const isDone = await run(async () => {
      await api.call('endSessions', { params: { id: user.id } });
      return { message: 'Sessões encerradas.' };
    });
    if (isDone) await onChanged();
  }
  return (
    <Panel title="Sessões abertas" hint="Navegadores em que esta pessoa está dentro agora.">
      {sessions.length === 0 ? (
        <p className="soft">Nenhuma sessão aberta.</p>
      ) : (
        <>
          <Rows
            isScrollable
            label="Lista de sessões"
            rows={sessions.map(({ created_at: begun, last_seen_at: seen }, place) => ({
              id: `${begun} ${place}`,
              text: `Usada em ${formatDayAndTime(seen)}`,
              notes: [`aberta em ${formatDayAndTime(begun)}`],
            }))}
          />
          <div>
            <ActionButton tone="quiet" busy={isBusy} busyLabel="Encerrando…" onClick={() => void end()}>
              Encerrar todas
            </ActionButton>
          </div>
        </>
      )}
      <OutcomeNote system={outcome} />
    </Panel>
  );
}
