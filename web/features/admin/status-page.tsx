import { useCallback, useEffect, useMemo, useState } from 'react';
import type { AdminClient } from '#web/api/client.ts';
import { ActionButton } from '#web/ui/action.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { AdminFrame } from './admin-frame.tsx';
import { AdminGate } from './admin-gate.tsx';
import { CheckLine } from './check-line.tsx';
import { counted, lagWords } from './lag-words.ts';
import { type CheckResult, resultOf, services, type System } from './checks.ts';
import styles from './parts.module.css';

/** /status: the four services, and what an operator asks next. */
export function StatusPage() {
  return <AdminGate signedOut="home">{(api) => <Status api={api} />}</AdminGate>;
}

function Status({ api }: { readonly api: AdminClient }) {
  const checks = useMemo(() => services(api), [api]);
  const [results, setResults] = useState<readonly (CheckResult | 'running')[]>([]);
  const [system, setSystem] = useState<System>();
  const [hasFailed, setHasFailed] = useState(false);
  const look = useCallback(() => {
    const asked = api.call('systemState', {}); // one answer for the check and for the details
    const found = services(api, () => asked).map(resultOf);
    return Promise.all([Promise.all(found), asked.catch(() => undefined)]);
  }, [api]);
  const show = useCallback(([found, state]: Awaited<ReturnType<typeof look>>): void => {
    setResults(found);
    setSystem(state);
    setHasFailed(state === undefined);
  }, []);
  useEffect(() => void look().then(show), [look, show]);
  function lookAgain(): void {
    setResults(checks.map(() => 'running'));
    setHasFailed(false);
    void look().then(show);
  }

  const isKnown = results.length > 0 && results.every((result) => result !== 'running');
  const isHealthy = checks.every(({ essential }, n) => {
    const result = results[n];
    return !essential || (result !== undefined && result !== 'running' && result.ok);
  });
  return (
    <AdminFrame title="Status do sistema">
      <Panel
        title={isKnown ? (isHealthy ? 'Saudável' : 'Degradado') : 'Verificando…'}
        tone={isKnown && !isHealthy ? 'warning' : 'plain'}
        hint="Saudável quando Sessões e Administração respondem."
      >
        <ul className={`${styles['list']} stack one-column list`}>
          {checks.map((check, n) => (
            <CheckLine key={check.name} check={check} result={results[n] ?? 'running'} />
          ))}
        </ul>
        {hasFailed && (
          <p className="pad-block-12 pad-inline-16 rounded-small on-tomato-tint" role="alert">
            Erro ao carregar status do sistema
          </p>
        )}
        <div>
          <ActionButton tone="quiet" busy={!isKnown} busyLabel="Verificando…" onClick={lookAgain}>
            Verificar de novo
          </ActionButton>
        </div>
      </Panel>
      {system && <Details of={system} />}
    </AdminFrame>
  );
}

const LOGS: Readonly<Record<string, string>> = { postgres: 'PostgreSQL', eventstoredb: 'EventStoreDB' };

/** What was erased and is still on a disk, until the runbook's scavenge has run on every node. */
function waitingWords(waiting: number | null): string {
  if (waiting === null) return 'desconhecido: há um nó fora do ar';
  return waiting === 0 ? 'nenhuma' : counted(waiting, 'exclusão', 'exclusões');
}

const HARM: Readonly<Record<System['harmful_settings'][number]['name'], string>> = {
  jit: 'cada leitura demora de 50 a 150 ms',
  synchronous_commit: 'uma queda de energia pode apagar o que já foi confirmado',
  fsync: 'uma queda de energia pode deixar o banco ilegível',
};

function Details({
  of: { log, read_model: read, audit, harmful_settings: harmful, versions },
}: {
  readonly of: System;
}) {
  const figures = [
    ['Registro de eventos', log.reachable ? (LOGS[log.kind] ?? log.kind) : 'fora do ar'],
    ['Leitura', lagWords(read.behind_events, read.behind_seconds)],
    ['Trilha de auditoria', `${counted(audit.entries, 'registro', 'registros')}, ${lagWords(audit.behind_events)}`],
    ['Exclusões à espera de limpeza', waitingWords(log.erasures_waiting)],
    ['Versões', `Prumo ${versions.prumo}, Node ${versions.node}, PostgreSQL ${versions.postgres}`],
  ] as const;
  return (
    <Panel title="Detalhes">
      <ul className={`${styles['list']} stack one-column list`}>
        {figures.map(([name, value]) => (
          <li key={name} className={`${styles['pair']} flex wrap between at-baseline gap-2 across-24 pad-block-14`}>
            <span className="soft">{name}</span>
            <span>{value}</span>
          </li>
        ))}
      </ul>
      {harmful.length > 0 && (
        <>
          <h3 className="text-16 weight-600">Ajustes do PostgreSQL que prejudicam</h3>
          <ul className={`${styles['list']} stack one-column list`}>
            {harmful.map(({ name, value }) => (
              <li key={name} className={`${styles['pair']} flex wrap between at-baseline gap-2 across-24 pad-block-14`}>
                <span>
                  {name} = {value}
                </span>
                <span className={styles['problem']}>{HARM[name]}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <h3 className="text-16 weight-600">Negócios parados</h3>
      {read.parked.length === 0 ? (
        <p className="soft">Nenhum.</p>
      ) : (
        <>
          <p className="soft">
            Quase sempre uma versão mais nova gravou o que a instalada não lê. Instale a nova: ela tenta de novo ao
            começar.
          </p>
          <ul className={`${styles['list']} stack one-column list`}>
            {read.parked.map(({ kind, id, error }) => (
              <li key={id} className={`${styles['pair']} flex wrap between at-baseline gap-2 across-24 pad-block-14`}>
                <span>
                  {kind} {id}
                </span>
                <span className={styles['problem']}>{error}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}
