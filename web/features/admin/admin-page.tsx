import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { MAX_WAITING_GRANTS } from '#contract/admin.ts';
import { Email } from '#contract/fields.ts';
import { formatCount } from '#domain/format.ts';
import type { AdminClient } from '#web/api/client.ts';
import { DataLoader } from '#web/stores/data-loader.ts';
import { Panel } from '#web/ui/panel.tsx';
import { actionSentence, OutcomeNote, ReasonForm, useAdminAction } from './admin-action.tsx';
import { AdminFrame, TwoColumns } from './admin-frame.tsx';
import { AdminGate } from './admin-gate.tsx';
import { Remote } from './paged-list.tsx';
import { People, PeoplePanel } from './people-list.tsx';
import { Rows } from './rows.tsx';
import { TextForm } from './text-form.tsx';
import { VerifyAll } from './verify-all.tsx';

/** /admin: checks payments, gives access, finds people. */
export function AdminPage() {
  return <AdminGate signedOut="restricted">{(api) => <Administration api={api} />}</AdminGate>;
}

function Administration({ api }: { readonly api: AdminClient }) {
  const [people] = useState(() => new People(api));
  return (
    <AdminFrame
      title="Pessoas e pagamentos"
      lead="Tudo o que você faz aqui fica na trilha de auditoria, com o seu nome."
    >
      <TwoColumns>
        <VerifyAll onVerified={() => void people.load()} />
        <GrantAccess api={api} onGranted={() => void people.load()} />
      </TwoColumns>
      <WaitingGrants api={api} people={people} />
      <PeoplePanel people={people} />
    </AdminFrame>
  );
}

interface GrantAccessProps {
  readonly api: AdminClient;
  readonly onGranted: () => void;
}

/** Gives an e-mail access without payment: at once where the person is known, otherwise on their first sign-in. */
function GrantAccess({ api, onGranted }: GrantAccessProps) {
  const { outcome, run, forgetOutcome } = useAdminAction();
  return (
    <Panel title="Conceder acesso" hint="Para um e-mail, com ou sem conta no Prumo.">
      <TextForm
        label="E-mail"
        type="email"
        inputMode="email"
        autoComplete="off"
        submit="Conceder acesso"
        busyLabel="Concedendo…"
        check={(email) => (v.is(Email, email) ? undefined : 'Por favor, insira um email válido')}
        onEdit={forgetOutcome}
        onSubmit={async (email) => {
          if (!(await run(() => api.call('grantAccess', { params: { email: email.trim() } })))) return 'keep';
          onGranted();
          return 'clear';
        }}
      />
      <OutcomeNote system={outcome} />
    </Panel>
  );
}

interface WaitingGrantsProps {
  readonly api: AdminClient;
  /** Its counts say whether any grants wait: reading their e-mails is recorded in the audit log. */
  readonly people: People;
}

/**
 * Access given to e-mails with which nobody has signed in yet, where a mistyped one is withdrawn. Empty without any.
 */
const WaitingGrants = observer(function WaitingGrants({ api, people }: WaitingGrantsProps) {
  const action = useAdminAction();
  const [grants] = useState(() => new DataLoader(() => api.call('listWaitingGrants', {})));
  const counts = people.counts.data;
  const waiting = counts.kind === 'known' ? counts.value.waiting_grants : undefined;
  useEffect(() => {
    if (waiting === undefined) return;
    if (waiting > 0) void grants.load();
    else grants.set([]);
  }, [grants, waiting]);
  async function withdraw(id: string, reason: string): Promise<{ readonly message: string }> {
    try {
      return await api.call('withdrawGrant', { params: { id }, body: { reason } });
    } finally {
      void people.load(); // A refused withdrawal changes the list too: the person has signed in meanwhile.
    }
  }
  const { data: view } = grants;
  const isEmpty = view.kind === 'loading' || (view.kind === 'known' && view.value.length === 0);
  if (isEmpty && action.outcome === undefined) return null;
  return (
    <Panel title="Concessões à espera" hint="Valem assim que a pessoa entrar com o Google com este e-mail.">
      {view.kind !== 'loading' && (
        <Remote data={view} what="as concessões" onRetry={() => grants.load()}>
          {(rows) => (
            <>
              {rows.length > 0 && (
                <Rows
                  label="Concessões à espera"
                  rows={rows.map(({ id, email, given }) => ({
                    id,
                    title: email,
                    notes: given ? [actionSentence(given, 'concedeu acesso')] : [],
                    form: (
                      <ReasonForm
                        action={action}
                        openLabel="Retirar"
                        subject={email}
                        consequence={`${email} não terá acesso ao entrar. Nada mais muda.`}
                        label="Motivo da retirada"
                        submit="Retirar concessão"
                        busyLabel="Retirando…"
                        send={(reason) => withdraw(id, reason)}
                      />
                    ),
                  }))}
                />
              )}
              {rows.length === MAX_WAITING_GRANTS && (
                <p className="faint text-15">São mostradas as {formatCount(MAX_WAITING_GRANTS)} mais novas.</p>
              )}
            </>
          )}
        </Remote>
      )}
      <OutcomeNote system={action.outcome} />
    </Panel>
  );
});
