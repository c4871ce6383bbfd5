import { useState } from 'react';
import type { AdminClient } from '#web/api/client.ts';
import { AdminFrame } from './admin-frame.tsx';
import { AdminGate } from './admin-gate.tsx';
import styles from './admin-page.module.css';
import { GrantAccess } from './grant-access.tsx';
import { PeopleList } from './people-list.ts';
import { People } from './people.tsx';
import { VerifyAll } from './verify-all.tsx';
import { WaitingGrants } from './waiting-grants.tsx';

/** /admin: payments checked, access given, people found. */
export function AdminPage() {
  return <AdminGate signedOut="restricted">{(api) => <Administration api={api} />}</AdminGate>;
}

function Administration({ api }: { readonly api: AdminClient }) {
  const [people] = useState(() => new PeopleList(api));
  return (
    <AdminFrame
      title="Pessoas e pagamentos"
      lead="Tudo o que você faz aqui fica na trilha de auditoria, com o seu nome."
    >
      <div className={`${styles['acts']} stack one-column gap-20`}>
        <VerifyAll onVerified={() => void people.load()} />
        <GrantAccess api={api} onGranted={() => void people.load()} />
      </div>
      <WaitingGrants api={api} among={people} />
      <People list={people} />
    </AdminFrame>
  );
}
