import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { WAITING_GRANTS } from '#contract/admin.ts';
import { count } from '#domain/format.ts';
import type { AdminClient } from '#web/api/client.ts';
import { Loading } from '#web/stores/loading.ts';
import { KeptNote, NotLoaded } from '#web/ui/not-loaded.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { useAct } from './acting.ts';
import { actSentence } from './act-sentence.ts';
import { OutcomeNote } from './outcome-note.tsx';
import styles from './parts.module.css';
import type { PeopleList } from './people-list.ts';
import { Reasoned } from './reasoned.tsx';

interface WaitingGrantsProps {
  readonly api: AdminClient;
  /** Its numbers tell whether any wait: to look at their e-mails is noted in the trail. */
  readonly among: PeopleList;
}

/** Access given to e-mails with which nobody has come yet: where a mistyped one is found and taken back. Nothing without any. */
export const WaitingGrants = observer(function WaitingGrants({ api, among }: WaitingGrantsProps) {
  const { isBusy, outcome, act } = useAct();
  const [of] = useState(() => new Loading(() => api.call('listWaitingGrants', {})));
  const { counts } = among;
  const waiting = counts.kind === 'known' ? counts.value.waiting_grants : undefined;
  useEffect(() => {
    if (waiting === undefined) return;
    if (waiting > 0) void of.load();
    else of.put([]);
  }, [of, waiting]);
  async function withdraw(id: string, reason: string): Promise<boolean> {
    const done = await act(async () => {
      const { message } = await api.call('withdrawGrant', { params: { id }, body: { reason } });
      return message;
    });
    await among.load(); // also where somebody has come meanwhile: then it waits no more
    return done;
  }
  const { view } = of;
  const isMissing = view.kind === 'failed' || view.kind === 'refused';
  const rows = view.kind === 'known' ? view.value : undefined;
  const isNone = rows === undefined || rows.length === 0;
  // Whether any wait the counts say, and where those failed, the list of people does.
  if (isNone && outcome === undefined && !isMissing) return null;
  return (
    <Panel title="Concessões à espera" hint="Valem assim que a pessoa entrar com o Google com este e-mail.">
      {isMissing && <NotLoaded what="as concessões" onRetry={() => of.load()} />}
      {view.kind === 'known' && view.keptFrom && <KeptNote from={view.keptFrom} onRetry={() => of.load()} />}
      {!isNone && (
        <ul className={`${styles['list']} stack one-column list`} aria-label="Concessões à espera">
          {rows.map(({ id, email, given }) => (
            <li key={id} className="stack gap-10 pad-block-14">
              <span className={`${styles['words']} stack shrinks breaks`}>
                <span className={`${styles['name']} weight-560`}>{email}</span>
                {given && (
                  <span className={`${styles['faint']} faint text-15`}>{actSentence(given, 'concedeu acesso')}</span>
                )}
              </span>
              <Reasoned
                begin="Retirar"
                about={email}
                consequence={`${email} não terá acesso ao entrar. Nada mais muda.`}
                label="Motivo da retirada"
                submit="Retirar concessão"
                busy={isBusy}
                busyLabel="Retirando…"
                onSubmit={(reason) => withdraw(id, reason)}
              />
            </li>
          ))}
        </ul>
      )}
      {rows?.length === WAITING_GRANTS && (
        <p className={`${styles['faint']} faint text-15`}>São mostradas as {count(WAITING_GRANTS)} mais novas.</p>
      )}
      <OutcomeNote of={outcome} />
    </Panel>
  );
});
