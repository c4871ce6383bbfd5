import { useCallback, useEffect, useMemo, useState } from 'react';
import { countText } from '#contract/sentences/words.ts';
import type { AdminClient } from '#web/api/client.ts';
import { ActionButton } from '#web/ui/action.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { OutcomeNote } from './admin-action.tsx';
import { AdminFrame } from './admin-frame.tsx';
import { AdminGate } from './admin-gate.tsx';
import { type Check, type CheckResult, diagnostics, lagWords, runCheck, services, type System } from './checks.ts';
import { Badge, NameValueList, type AdminRow, Rows } from './rows.tsx';

const PAUSE_MS = 500;
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

/** /status: the four services, and details for operators. */
export function StatusPage() {
  return <AdminGate signedOut="home">{(api) => <Status api={api} />}</AdminGate>;
}

/** /test: five diagnostics, one after the other. */
export function TestPage() {
  return <AdminGate signedOut="home">{(api) => <Tests api={api} />}</AdminGate>;
}

/** @param result undefined before the check begins */
function checkRow({ name, path }: Check, result: CheckResult | 'running' | undefined): AdminRow {
  const id = name;
  if (result === 'running')
    return { id, title: name, notes: [`/api/${path}`], aside: <span className="faint text-15">verificando…</span> };
  return {
    id,
    title: name,
    notes: [result?.text ?? `/api/${path}`],
    aside: result && <Badge isGood={result.ok}>{result.ok ? 'FUNCIONANDO' : 'COM FALHA'}</Badge>,
  };
}

interface SystemStatus {
  /** undefined while the checks run */
  readonly results?: readonly CheckResult[];
  readonly system?: System | undefined;
}

function Status({ api }: { readonly api: AdminClient }) {
  const checks = useMemo(() => services(api), [api]);
  const [{ results, system }, setStatus] = useState<SystemStatus>({});
  const load = useCallback(async (): Promise<SystemStatus> => {
    const state = api.call('systemState', {}); // One answer serves the check and the details.
    const pending = services(api, () => state).map(runCheck);
    return { results: await Promise.all(pending), system: await state.catch(() => undefined) };
  }, [api]);
  useEffect(() => void load().then(setStatus), [load]);
  const isHealthy = checks.every(({ essential }, n) => !essential || results?.[n]?.ok);
  return (
    <AdminFrame title="Status do sistema">
      <Panel
        title={results === undefined ? 'Verificando…' : isHealthy ? 'Saudável' : 'Degradado'}
        tone={results === undefined || isHealthy ? 'plain' : 'warning'}
        hint="Saudável quando Sessões e Administração respondem."
      >
        <Rows rows={checks.map((check, n) => checkRow(check, results?.[n] ?? 'running'))} />
        {results !== undefined && system === undefined && (
          <OutcomeNote system={{ isDone: false, text: 'Erro ao carregar status do sistema' }} />
        )}
        <div>
          <ActionButton
            tone="quiet"
            busy={results === undefined}
            busyLabel="Verificando…"
            onClick={() => {
              setStatus({ system });
              void load().then(setStatus);
            }}
          >
            Verificar de novo
          </ActionButton>
        </div>
      </Panel>
      {system && <Details of={system} />}
    </AdminFrame>
  );
}

function Tests({ api }: { readonly api: AdminClient }) {
  const checks = useMemo(() => diagnostics(api), [api]);
  const [results, setResults] = useState<readonly CheckResult[]>([]);
  const [isRunning, setIsRunning] = useState(false);
  async function run(): Promise<void> {
    setIsRunning(true);
    setResults([]);
    const done: CheckResult[] = [];
    for (const check of checks) {
      if (done.length > 0) await pause();
      done.push(await runCheck(check));
      setResults([...done]);
    }
    setIsRunning(false);
  }
  const passed = results.filter(({ ok }) => ok).length;
  return (
    <AdminFrame title="Testes do sistema" lead="Cinco perguntas ao servidor, uma depois da outra.">
      <Panel title="Diagnósticos">
        <div>
          <ActionButton busy={isRunning} busyLabel="Testando…" onClick={() => void run()}>
            Executar testes
          </ActionButton>
        </div>
        <Rows
          rows={checks.map((check, n) => checkRow(check, isRunning && n === results.length ? 'running' : results[n]))}
        />
        <p role="status" className="soft">
          {!isRunning && results.length === checks.length && `${passed} de ${checks.length} testes passaram.`}
        </p>
      </Panel>
    </AdminFrame>
  );
}

const LOGS: Readonly<Record<string, string>> = { postgres: 'PostgreSQL', eventstoredb: 'EventStoreDB' };

/** Erased data stays on a disk until the runbook's scavenge has run on every node. */
function waitingText(waiting: number | null): string {
  if (waiting === null) return 'desconhecido: há um nó fora do ar';
  return waiting === 0 ? 'nenhuma' : countText(waiting, 'exclusão', 'exclusões');
}

const HARM_TEXTS: Readonly<Record<System['harmful_settings'][number]['name'], string>> = {
  jit: 'cada leitura demora de 50 a 150 ms',
  synchronous_commit: 'uma queda de energia pode apagar o que já foi confirmado',
  fsync: 'uma queda de energia pode deixar o banco ilegível',
};

function Details({ of: system }: { readonly of: System }) {
  const { log, read_model: read, audit, harmful_settings: harmful, versions } = system;
  return (
    <Panel title="Detalhes">
      <NameValueList
        namesWithValues={[
          ['Registro de eventos', log.reachable ? (LOGS[log.kind] ?? log.kind) : 'fora do ar'],
          ['Leitura', lagWords(read.behind_events, read.behind_seconds)],
          [
            'Trilha de auditoria',
            `${countText(audit.entries, 'registro', 'registros')}, ${lagWords(audit.behind_events)}`,
          ],
          ['Exclusões à espera de limpeza', waitingText(log.erasures_waiting)],
          ['Versões', `Prumo ${versions.prumo}, Node ${versions.node}, PostgreSQL ${versions.postgres}`],
        ]}
      />
      {harmful.length > 0 && (
        <>
          <h3 className="text-16 weight-600">Ajustes do PostgreSQL que prejudicam</h3>
          <NameValueList
            areProblems
            namesWithValues={harmful.map(({ name, value }) => [`${name} = ${value}`, HARM_TEXTS[name]])}
          />
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
          <NameValueList
            areProblems
            namesWithValues={read.parked.map(({ kind, id, error }) => [`${kind} ${id}`, error])}
          />
        </>
      )}
    </Panel>
  );
}
