import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { formatCount } from '#domain/format.ts';
import type { AdminClient } from '#web/api/client.ts';
import { DataLoader } from '#web/stores/data-loader.ts';
import { Panel } from '#web/ui/panel.tsx';
import { formatDayAndTime } from '#web/ui/instants.ts';
import { AdminFrame } from './admin-frame.tsx';
import { AdminGate } from './admin-gate.tsx';
import { NotLoaded } from '#web/ui/not-loaded.tsx';
import { AuditLog } from './audit-log.tsx';
import { Figures } from './rows.tsx';
import styles from './rows.module.css';

/** /admin/audit: the audit log, and the state of the chain that protects it. */
export function AuditPage() {
  return (
    <AdminGate signedOut="restricted">
      {(api) => (
        <AdminFrame title="Auditoria" lead="Quem fez o quê, quando, e o que era antes. Nada daqui pode ser mudado.">
          <Protection api={api} />
          <AuditLog api={api} />
        </AdminFrame>
      )}
    </AdminGate>
  );
}

const Protection = observer(function Protection({ api }: { readonly api: AdminClient }) {
  const [state] = useState(() => new DataLoader(() => api.call('auditState', {})));
  useEffect(() => void state.load(), [state]);
  const { data: view } = state;
  if (view.kind === 'loading') return null;
  if (view.kind !== 'known')
    return (
      <Panel title="O que protege a trilha">
        <NotLoaded what="o estado da trilha" onRetry={() => state.load()} />
      </Panel>
    );
  const { entries, head_hash: hash, anchored_at: anchored, verified_at: verified, problems } = view.value;
  const isBroken = problems !== null && problems > 0;
  const title = isBroken
    ? 'A trilha foi alterada'
    : verified === null
      ? 'O que protege a trilha'
      : 'A corrente está inteira';
  return (
    <Panel
      title={title}
      tone={isBroken ? 'warning' : 'plain'}
      hint="Cada registro leva a marca do anterior: mudar um deles quebra todos os seguintes."
    >
      <Figures
        figures={[
          ['Registros', formatCount(entries)],
          ['Última marca', hash === null ? '–' : <code key={hash}>{hash.slice(0, 12)}</code>, 'small'],
          ['Ancorada fora do banco', anchored === null ? 'ainda não' : formatDayAndTime(anchored), 'small'],
          ['Conferida por inteiro', verified === null ? 'ainda não' : formatDayAndTime(verified), 'small'],
        ]}
      />
      {isBroken && (
        <p className={styles['problem']} role="alert">
          A última conferência encontrou {formatCount(problems)} {problems === 1 ? 'problema' : 'problemas'}.
        </p>
      )}
      <p className="faint text-15">
        Para conferir tudo de novo, quem opera o Prumo roda <code>npm run audit:verify</code>.
      </p>
    </Panel>
  );
});
