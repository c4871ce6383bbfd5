import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { AdminClient } from '#web/api/client.ts';
import { ActionButton } from '#web/ui/action.tsx';
import { KeptNote, NotLoaded } from '#web/ui/not-loaded.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { dayAndTime } from '#web/ui/instants.ts';
import { followTrail } from './follow-trail.ts';
import parts from './parts.module.css';
import { trailDays } from './trail-days.ts';
import { TrailEntryLine } from './trail-entry.tsx';
import { TrailFilters } from './trail-filters.tsx';
import { type TrailEntry, TrailList } from './trail-list.ts';
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
  const { view } = list;
  return (
    <Panel
      title={person === undefined ? 'Tudo o que aconteceu' : 'O que aconteceu com esta pessoa'}
      hint="Do mais novo para o mais antigo; o que acontece agora aparece aqui sozinho."
    >
      <TrailFilters of={list} />
      <div>
        <a href={list.csvAddress} className="inline-row touch" download>
          Baixar CSV
        </a>
      </div>
      {view.kind === 'failed' && <NotLoaded what="a trilha" onRetry={() => list.load()} />}
      {view.kind === 'loading' && <Spinner label="Carregando..." />}
      {view.kind === 'known' && view.keptFrom && <KeptNote from={view.keptFrom} onRetry={() => list.load()} />}
      {view.kind === 'known' && <Entries of={view.value} list={list} api={api} />}
    </Panel>
  );
});

interface EntriesProps {
  readonly of: readonly TrailEntry[];
  readonly list: TrailList;
  readonly api: AdminClient;
}

const Entries = observer(function Entries({ of: entries, list, api }: EntriesProps) {
  const { isReading } = list;
  return (
    <>
      {entries.length === 0 && <p className="soft">Nada encontrado{list.next === null ? '.' : ' até aqui.'}</p>}
      <div
        className={`${styles['days']} stack one-column gap-24 hidden-empty`}
        role="region"
        aria-label="Acontecimentos"
        aria-busy={isReading}
      >
        {trailDays(entries, new Date()).map(({ key, name, runs }) => (
          <section key={key} aria-label={name}>
            <h3 className={`${styles['day']} sticky pad-block-8 on-surface text-15 weight-600`}>{name}</h3>
            <ol className="stack one-column list">
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
      {list.isCutShort && <NotLoaded what="o que veio antes" onRetry={() => list.more()} />}
      {list.next !== null && !list.isCutShort && (
        <div className="row wrap gap-12 across-20">
          <ActionButton tone="quiet" busy={isReading} busyLabel="Procurando…" onClick={() => void list.more()}>
            {list.searchedUntil === null ? 'Mostrar mais' : 'Continuar a busca'}
          </ActionButton>
          {list.searchedUntil !== null && (
            <span className={`${parts['faint']} faint text-15`}>Procurado até {dayAndTime(list.searchedUntil)}.</span>
          )}
        </div>
      )}
    </>
  );
});
