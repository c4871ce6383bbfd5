import { useEffect, useState } from 'react';
import type * as v from 'valibot';
import type { VerifyAllReply } from '#contract/admin.ts';
import { count } from '#domain/format.ts';
import { createAdminClient } from '#web/api/admin-client.ts';
import { ActionButton } from '#web/ui/action.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { useAct } from './acting.ts';
import { OutcomeNote } from './outcome-note.tsx';
import styles from './parts.module.css';

type Result = v.InferOutput<typeof VerifyAllReply>['results'][number];

/** One question to the provider for each open payment takes its time. */
const VERIFICATION_TIMEOUT_MS = 15 * 60 * 1_000;
const LOOK_EVERY_MS = 1_000;

/** All open payments, asked at the provider once more. */
export function VerifyAll({ onVerified }: { readonly onVerified: () => void }) {
  const [api] = useState(() => createAdminClient({ fetch: fetch.bind(globalThis), timeout: VERIFICATION_TIMEOUT_MS }));
  const [results, setResults] = useState<readonly Result[]>();
  const [progress, setProgress] = useState<{ readonly checked: number; readonly total: number }>();
  const { isBusy, outcome, act } = useAct();

  useEffect(() => {
    if (!isBusy) return undefined;
    const look = setInterval(() => {
      api
        .call('verificationProgress', {})
        .then(({ checked, total }) => setProgress({ checked, total: Math.max(checked, total) }))
        .catch(() => undefined);
    }, LOOK_EVERY_MS);
    return () => clearInterval(look);
  }, [api, isBusy]);

  const verify = (): Promise<boolean> =>
    act(async () => {
      setProgress(undefined);
      setResults(undefined);
      const reply = await api.call('verifyAllPayments', {});
      setResults(reply.results);
      onVerified();
      return reply.message;
    });

  return (
    <Panel
      title="Verificar pagamentos"
      hint="Confere no provedor cada pagamento em aberto e libera os que foram pagos."
    >
      <div className="row wrap gap-12 across-20">
        <ActionButton onClick={() => void verify()} busy={isBusy} busyLabel="Verificando…">
          Verificar todos os pagamentos
        </ActionButton>
        {isBusy && progress !== undefined && (
          <span className="soft" role="status">
            {count(progress.checked)} de {count(progress.total)}
          </span>
        )}
        {isBusy && progress !== undefined && progress.total > 0 && (
          <progress
            className={`${styles['bar']} wide`}
            value={progress.checked}
            max={progress.total}
            aria-label="Pagamentos já verificados"
          />
        )}
      </div>
      <OutcomeNote of={outcome} />
      {results !== undefined && results.length > 0 && <Results of={results} />}
    </Panel>
  );
}

const STATUS: Readonly<Record<string, string>> = {
  confirmed: 'pago',
  taken_back: 'devolvido',
  too_little: 'valor menor que o preço',
  waiting: 'aguardando',
  unknown: 'sem resposta',
};

const Results = ({ of }: { readonly of: readonly Result[] }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and nothing in it takes the focus
  <div className={styles['scroll']} role="region" aria-label="Pagamentos verificados" tabIndex={0}>
    <ul className={`${styles['list']} stack one-column list`}>
      {of.map(({ payment_id: id, email, status, granted, found_payment: found, error }) => (
        <li key={id} className={`${styles['item']} stack at-middle ${styles['late']}`}>
          <div className={`${styles['words']} stack shrinks breaks`}>
            <span className={`${styles['name']} weight-560`}>{email ?? 'sem e-mail'}</span>
            <span className={`${styles['faint']} faint text-15`}>
              {id.slice(0, 8)} · {STATUS[status] ?? status}
              {found ? '' : ' · sem cobrança no provedor'}
            </span>
            {error !== null && <span className={styles['problem']}>{error}</span>}
          </div>
          <span
            className={`${styles['label']} unbroken rounded-full text-13 weight-600 ${granted ? 'basil' : 'tomato'}`}
          >
            {granted ? 'LIBERADO AGORA' : status === 'confirmed' ? 'LIBERADO' : 'PENDENTE'}
          </span>
        </li>
      ))}
    </ul>
  </div>
);
