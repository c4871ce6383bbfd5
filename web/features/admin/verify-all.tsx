import { useEffect, useState } from 'react';
import type * as v from 'valibot';
import type { VerifyAllReply } from '#contract/admin.ts';
import { formatCount } from '#domain/format.ts';
import { createAdminClient } from '#web/api/admin-client.ts';
import { ActionButton } from '#web/ui/action.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { OutcomeNote, useAdminAction } from './admin-action.tsx';
import { Badge, type AdminRow, Rows } from './rows.tsx';
import styles from './rows.module.css';

type Result = v.InferOutput<typeof VerifyAllReply>['results'][number];

/** The timeout allows for one request to the provider for each open payment. */
const VERIFICATION_TIMEOUT_MS = 15 * 60 * 1_000;
const PROGRESS_EVERY_MS = 1_000;

/** Asks the provider about all open payments once more. */
export function VerifyAll({ onVerified }: { readonly onVerified: () => void }) {
  const [api] = useState(() => createAdminClient({ fetch: fetch.bind(globalThis), timeout: VERIFICATION_TIMEOUT_MS }));
  const [results, setResults] = useState<readonly Result[]>();
  const [progress, setProgress] = useState<{ readonly checked: number; readonly total: number }>();
  const { isBusy, outcome, run } = useAdminAction();

  useEffect(() => {
    if (!isBusy) return undefined;
    const progressReads = setInterval(() => {
      api
        .call('verificationProgress', {})
        .then(({ checked, total }) => setProgress({ checked, total: Math.max(checked, total) }))
        .catch(() => undefined);
    }, PROGRESS_EVERY_MS);
    return () => clearInterval(progressReads);
  }, [api, isBusy]);

  const verify = (): Promise<boolean> =>
    run(async () => {
      setProgress(undefined);
      setResults(undefined);
      const reply = await api.call('verifyAllPayments', {});
      setResults(reply.results);
      onVerified();
      return reply;
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
            {formatCount(progress.checked)} de {formatCount(progress.total)}
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
      <OutcomeNote system={outcome} />
      {results !== undefined && results.length > 0 && (
        <Rows rows={results.map(rowOf)} label="Pagamentos verificados" isScrollable hasLongTitles />
      )}
    </Panel>
  );
}

const STATUS: Readonly<Record<string, string>> = {
  confirmed: 'pago',
  taken_back: 'devolvido',
  refunded: 'devolvido',
  charged_back: 'contestado',
  too_little: 'valor menor que o preço',
  waiting: 'aguardando',
  unknown: 'sem resposta',
};

export const statusWord = (status: string): string => STATUS[status] ?? status;

const rowOf = ({ payment_id: id, email, status, granted, found_payment: hasCharge, error }: Result): AdminRow => ({
  id,
  title: email ?? 'sem e-mail',
  notes: [`${id.slice(0, 8)} · ${statusWord(status)}${hasCharge ? '' : ' · sem cobrança no provedor'}`],
  problem: error,
  aside: (
    <Badge isGood={granted}>{granted ? 'LIBERADO AGORA' : status === 'confirmed' ? 'LIBERADO' : 'PENDENTE'}</Badge>
  ),
});
