import { useMemo, useState } from 'react';
import type { AdminClient } from '#web/api/client.ts';
import { ActionButton } from '#web/ui/action.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { AdminFrame } from './admin-frame.tsx';
import { AdminGate } from './admin-gate.tsx';
import { CheckLine } from './check-line.tsx';
import { type CheckResult, diagnostics, resultOf } from './checks.ts';
import styles from './parts.module.css';

const PAUSE_MS = 500;
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

/** /test: five diagnostics, one after the other. */
export function TestPage() {
  return <AdminGate signedOut="home">{(api) => <Tests api={api} />}</AdminGate>;
}

function Tests({ api }: { readonly api: AdminClient }) {
  const checks = useMemo(() => diagnostics(api), [api]);
  const [results, setResults] = useState<readonly (CheckResult | 'running')[]>([]);
  const [isRunning, setIsRunning] = useState(false);
  async function run(): Promise<void> {
    setIsRunning(true);
    const found: CheckResult[] = [];
    for (const check of checks) {
      if (found.length > 0) await pause();
      setResults([...found, 'running']);
      found.push(await resultOf(check));
      setResults([...found]);
    }
    setIsRunning(false);
  }
  const passed = results.filter((result) => result !== 'running' && result.ok).length;
  return (
    <AdminFrame title="Testes do sistema" lead="Cinco perguntas ao servidor, uma depois da outra.">
      <Panel title="Diagnósticos">
        <div>
          <ActionButton busy={isRunning} busyLabel="Testando…" onClick={() => void run()}>
            Executar testes
          </ActionButton>
        </div>
        <ul className={`${styles['list']} stack one-column list`}>
          {checks.map((check, n) => (
            <CheckLine key={check.name} check={check} result={results[n]} />
          ))}
        </ul>
        <p role="status" className="soft">
          {!isRunning && results.length === checks.length && `${passed} de ${checks.length} testes passaram.`}
        </p>
      </Panel>
    </AdminFrame>
  );
}
