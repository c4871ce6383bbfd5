import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type * as v from 'valibot';
import type { OwnSessionReply } from '#contract/account.ts';
import type { AccountClient } from '#web/api/client.ts';
import { ApiProblem } from '#web/api/failures.ts';
import { useAuth } from '#web/stores/root-store.tsx';
import type { DataLoader } from '#web/stores/data-loader.ts';
import { ActionButton } from '#web/ui/action.tsx';
import { OutdatedNote, NotLoaded } from '#web/ui/not-loaded.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { dayAndTime } from '#web/ui/instants.ts';
import styles from './part.module.css';

type OwnSession = v.InferOutput<typeof OwnSessionReply>;

interface OwnSessionsProps {
  readonly list: DataLoader<OwnSession[]>;
  readonly api: AccountClient;
}

const TITLE = 'Onde a conta está aberta';
const UNREACHED = 'Não deu para sair dos outros navegadores. Confira a internet e tente de novo.';

/** The browsers in which the account is signed in, with a button that signs out all but this one. */
export const OwnSessions = observer(function OwnSessions({ list, api }: OwnSessionsProps) {
  const session = useAuth();
  const [isBusy, setIsBusy] = useState(false);
  const [said, setSaid] = useState<{ readonly good?: string; readonly problem?: string; readonly again?: true }>({});
  async function endOthers() {
    setIsBusy(true);
    setSaid({});
    try {
      await api.call('endOtherSessions', {});
      await list.load();
      setSaid({ good: 'Pronto: a conta está aberta só neste navegador.' });
    } catch (error) {
      if (!(error instanceof ApiProblem)) setSaid({ problem: UNREACHED });
      else setSaid({ problem: error.detail, ...(error.code === 'sign_in_again' && { again: true }) });
    } finally {
      setIsBusy(false);
    }
  }
  const { data: view } = list;
  if (view.kind === 'failed')
    return (
      <Panel title={TITLE}>
        <NotLoaded what="os navegadores em que a conta está aberta" onRetry={() => list.load()} />
      </Panel>
    );
  if (view.kind !== 'known') return null;
  return (
    <Panel title={TITLE} hint="Se algum destes não é seu, saia de todos os outros.">
      {view.readAt && <OutdatedNote from={view.readAt} onRetry={() => list.load()} />}
      <ul className="stack list">
        {view.value.map(({ is_this: isThis, created_at: begun, last_seen_at: seen }) => (
          <li
            key={`${begun} ${seen} ${String(isThis)}`}
            className={`${styles['item']} row wrap between gap-8 across-20 no-padding pad-block-12 line-above`}
          >
            <div className="stack gap-4">
              <strong>{isThis ? 'Este navegador' : 'Outro navegador'}</strong>
              <span className="soft">
                Entrou em {dayAndTime(begun)}, usado em {dayAndTime(seen)}
              </span>
            </div>
          </li>
        ))}
      </ul>
      {view.value.length > 1 && (
        <div className="row wrap gap-8 across-20">
          <ActionButton tone="quiet" busy={isBusy} busyLabel="Saindo…" onClick={() => void endOthers()}>
            Sair dos outros navegadores
          </ActionButton>
          {said.again && (
            <ActionButton onClick={() => void session.redirectToLogin('/account')}>Entrar de novo</ActionButton>
          )}
        </div>
      )}
      {said.problem !== undefined && (
        <p role="alert" className="tomato">
          {said.problem}
        </p>
      )}
      {said.good !== undefined && (
        <p role="status" className="pad-block-12 pad-inline-16 rounded-small on-basil-tint">
          {said.good}
        </p>
      )}
    </Panel>
  );
});
