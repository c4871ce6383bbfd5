import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type * as v from 'valibot';
import type { OwnSessionReply } from '#contract/account.ts';
import type { AccountClient } from '#web/api/client.ts';
import { ApiProblem } from '#web/api/failures.ts';
import { useSession } from '#web/stores/root-store.tsx';
import type { DataLoader } from '#web/stores/data-loader.ts';
import { ActionButton } from '#web/ui/action.tsx';
import { OutdatedNote, NotLoaded } from '#web/ui/not-loaded.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { formatDayAndTime } from '#web/ui/instants.ts';
import { Problem } from '#web/ui/note.tsx';
import styles from './account.module.css';

type OwnSession = v.InferOutput<typeof OwnSessionReply>;

interface OwnSessionsProps {
  readonly list: DataLoader<OwnSession[]>;
  readonly api: AccountClient;
}

/** The result of signing out the other browsers. */
interface Notice {
  readonly success?: string;
  readonly problem?: string;
  readonly needsSignIn?: true;
}

const TITLE = 'Onde a conta está aberta';
const CONNECTION_FAILURE = 'Não deu para sair dos outros navegadores. Confira a internet e tente de novo.';

/** The browsers in which the account is signed in, with a button that signs out all but this one. */
export const OwnSessions = observer(function OwnSessions({ list, api }: OwnSessionsProps) {
  const session = useSession();
  const [isBusy, setIsBusy] = useState(false);
  const [notice, setNotice] = useState<Notice>({});
  async function endOthers() {
    setIsBusy(true);
    setNotice({});
    try {
      await api.call('endOtherSessions', {});
      await list.load();
      setNotice({ success: 'Pronto: a conta está aberta só neste navegador.' });
    } catch (error) {
      if (!(error instanceof ApiProblem)) setNotice({ problem: CONNECTION_FAILURE });
      else setNotice({ problem: error.detail, ...(error.code === 'sign_in_again' && { needsSignIn: true }) });
    } finally {
      setIsBusy(false);
    }
  }
  const { data } = list;
  if (data.kind === 'failed')
    return (
      <Panel title={TITLE}>
        <NotLoaded what="os navegadores em que a conta está aberta" onRetry={() => list.load()} />
      </Panel>
    );
  if (data.kind !== 'known') return null;
  return (
    <Panel title={TITLE} hint="Se algum destes não é seu, saia de todos os outros.">
      {data.staleSince && <OutdatedNote readAt={data.staleSince} onRetry={() => list.load()} />}
      <ul className="stack list">
        {data.value.map(({ is_this: isCurrent, created_at: createdAt, last_seen_at: lastSeenAt }) => (
          <li
            key={`${createdAt} ${lastSeenAt} ${String(isCurrent)}`}
            className={`${styles['item']} row wrap between gap-8 across-20 no-padding pad-block-12 line-above`}
          >
            <div className="stack gap-4">
              <strong>{isCurrent ? 'Este navegador' : 'Outro navegador'}</strong>
              <span className="soft">
                Entrou em {formatDayAndTime(createdAt)}, usado em {formatDayAndTime(lastSeenAt)}
              </span>
            </div>
          </li>
        ))}
      </ul>
      {data.value.length > 1 && (
        <div className="row wrap gap-8 across-20">
          <ActionButton tone="quiet" busy={isBusy} busyLabel="Saindo…" onClick={() => void endOthers()}>
            Sair dos outros navegadores
          </ActionButton>
          {notice.needsSignIn && (
            <ActionButton onClick={() => void session.redirectToLogin('/account')}>Entrar de novo</ActionButton>
          )}
        </div>
      )}
      <Problem text={notice.problem} />
      {notice.success !== undefined && (
        <p role="status" className="pad-block-12 pad-inline-16 rounded-small on-basil-tint">
          {notice.success}
        </p>
      )}
    </Panel>
  );
});
