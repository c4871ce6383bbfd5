import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { AdminClient } from '#web/api/client.ts';
import { ActionButton } from '#web/ui/action.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { dayAndTime } from '../payment/instants.ts';
import { followTrail } from './follow-trail.ts';
import { NotLoaded } from './not-loaded.tsx';
import parts from './parts.module.css';
import { trailDays } from './trail-days.ts';
import { TrailEntryLine } from './trail-entry.tsx';
import { TrailFilters } from './trail-filters.tsx';
import { TrailList } from './trail-list.ts';
import styles from './trail.module.css';

interface TrailProps {
  readonly api: AdminClient;
  /** Only what this person did, or what was done to them. */
  readonly person?: string;
}

/** What happened, newest first, while it happens. */
export const Trail = observer(function Trail({ api, person }: TrailProps) {
  const [list] = useState(() => new TrailList(api, person === undefined ? {} : { person }));
  useEffect(() => void list.load(), [list]);
  useEffect(() => followTrail((upTo) => void list.catchUp(upTo)), [list]);
  const isLoading = list.state === 'loading';
  return (
    <Panel
      title={person === undefined ? 'Tudo o que aconteceu' : 'O que aconteceu com esta pessoa'}
      hint="Do mais novo para o mais antigo; o que acontece agora aparece aqui sozinho."
    >
      <TrailFilters of={list} />
      <div>
        <a href={list.csvAddress} className={styles['csv']} download>
          Baixar CSV
        </a>
      </div>
      {list.state === 'failed' && <NotLoaded what="a trilha" onRetry={() => list.load()} />}
      {isLoading && list.entries.length === 0 && <Spinner label="Carregando..." />}
      {list.state === 'loaded' && list.entries.length === 0 && (
        <p className={parts['text']}>Nada encontrado{list.next === null ? '.' : ' até aqui.'}</p>
      )}
      <div className={styles['days']} role="region" aria-label="Acontecimentos" aria-busy={isLoading}>
        {trailDays(list.entries, new Date()).map(({ key, name, runs }) => (
          <section key={key} aria-label={name}>
            <h3 className={styles['day']}>{name}</h3>
            <ol className={styles['list']}>
              {runs.map(({ newest, times }) => (
                <TrailEntryLine
                  key={newest.number}
                  entry={newest}
                  times={times}
                  api={api}
                  isNew={list.arrived.has(newest.number)}
                />
              ))}
            </ol>
          </section>
        ))}
      </div>
      {list.next !== null && (
        <div className={parts['row']}>
          <ActionButton tone="quiet" busy={isLoading} busyLabel="Procurando…" onClick={() => void list.more()}>
            {list.searchedUntil === null ? 'Mostrar mais' : 'Continuar a busca'}
          </ActionButton>
          {list.searchedUntil !== null && (
            <span className={parts['faint']}>Procurado até {dayAndTime(list.searchedUntil)}.</span>
          )}
        </div>
      )}
    </Panel>
  );
});
