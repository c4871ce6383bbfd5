import { ArrowLeft } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import type { AdminClient } from '#web/api/client.ts';
import { Loading } from '#web/stores/loading.ts';
import { KeptNote, NotLoaded } from '#web/ui/not-loaded.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { AdminFrame } from './admin-frame.tsx';
import { AdminGate } from './admin-gate.tsx';
import columns from './admin-page.module.css';
import { PersonAccess } from './person-access.tsx';
import { PersonPayments } from './person-payments.tsx';
import { PersonSessions } from './person-sessions.tsx';
import { Trail } from './trail.tsx';

/** /admin/people/:id: one person's access, from every side, on one page. */
export function PersonPage({ id }: { readonly id: string }) {
  return <AdminGate signedOut="restricted">{(api) => <Person key={id} id={id} api={api} />}</AdminGate>;
}

const Person = observer(function Person({ id, api }: { readonly id: string; readonly api: AdminClient }) {
  const [details] = useState(() => new Loading(() => api.call('person', { params: { id } })));
  useEffect(() => void details.load(), [details]);
  const { view } = details;
  const parts = view.kind === 'known' ? { of: view.value, api, onChanged: () => details.load() } : undefined;
  const name = parts?.of.user.name ?? parts?.of.user.email ?? 'Pessoa';
  return (
    <AdminFrame title={name} lead={<BackToAll />}>
      {view.kind === 'loading' && <Spinner label="Carregando..." />}
      {view.kind === 'refused' && <p role="alert">Não encontramos esta pessoa.</p>}
      {view.kind === 'failed' && <NotLoaded what="esta pessoa" onRetry={() => details.load()} />}
      {view.kind === 'known' && view.keptFrom && <KeptNote from={view.keptFrom} onRetry={() => details.load()} />}
      {parts && (
        <>
          <div className={`${columns['acts']} stack one-column gap-20`}>
            <PersonAccess {...parts} />
            <PersonPayments {...parts} />
          </div>
          <PersonSessions {...parts} />
          <Trail api={api} person={id} />
        </>
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
