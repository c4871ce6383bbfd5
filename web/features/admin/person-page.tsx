import { ArrowLeft } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import type { AdminClient } from '#web/api/client.ts';
import { Loading } from '#web/stores/loading.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import frame from './admin-frame.module.css';
import { AdminFrame } from './admin-frame.tsx';
import { AdminGate } from './admin-gate.tsx';
import columns from './admin-page.module.css';
import { NotLoaded } from './not-loaded.tsx';
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
  const { value, state } = details;
  const name = value?.user.name ?? value?.user.email ?? 'Pessoa';
  const parts = value && { of: value, api, onChanged: () => details.load() };
  return (
    <AdminFrame title={name} lead={<BackToAll />}>
      {value === undefined && state === 'loading' && <Spinner label="Carregando..." />}
      {state === 'refused' && <p role="alert">Não encontramos esta pessoa.</p>}
      {state === 'away' && <NotLoaded what="esta pessoa" onRetry={() => details.load()} />}
      {parts && (
        <>
          <div className={columns['acts']}>
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
  <Link to="/admin" className={frame['back']}>
    <ArrowLeft size={18} aria-hidden />
    Pessoas e pagamentos
  </Link>
);
