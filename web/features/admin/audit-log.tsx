import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { StreamKind } from '#domain/streams.ts';
import type { AdminClient } from '#web/api/client.ts';
import { groupByDay } from '#web/ui/days.ts';
import { Panel } from '#web/ui/panel.tsx';
import { PlainField } from '#web/ui/plain-field.tsx';
import { AuditEntryLine } from './audit-entry.tsx';
import styles from './audit-log.module.css';
import { type AuditEntry, AuditLogStore } from './audit-log-store.ts';
import { Filters, PagedList } from './paged-list.tsx';
import type { PagedStore } from './paged-store.ts';

const KINDS: Readonly<Record<'' | StreamKind, string>> = {
  '': 'Tudo',
  business: 'Negócios',
  account: 'Contas e acesso',
  payment: 'Pagamentos',
  'access-grant': 'Concessões',
  admin: 'Administração',
  'import-memory': 'Memória das importações',
};

interface AuditLogProps {
  readonly api: AdminClient;
  /** Limits the log to what this person did and what was done to them. */
  readonly person?: string;
}

/** The events of the log, newest first, with those that arrive while the page is open. */
export const AuditLog = observer(function AuditLog({ api, person }: AuditLogProps) {
  const [log] = useState(() => new AuditLogStore(api, person === undefined ? {} : { person }));
  const { list } = log;
  useEffect(() => void list.load(), [list]);
  useEffect(() => log.follow(), [log]);
  return (
    <Panel
      title={person === undefined ? 'Tudo o que aconteceu' : 'O que aconteceu com esta pessoa'}
      hint="Do mais novo para o mais antigo; o que acontece agora aparece aqui sozinho."
    >
      <Filters
        store={list}
        label="Trilha"
        columns="three"
        text={{ key: 'text', label: 'Buscar nas frases' }}
        choice={{ key: 'kind', label: 'Assunto', options: KINDS }}
      >
        <Dates list={list} />
      </Filters>
      <div>
        <a href={log.csvAddress} className="inline-row touch" download>
          Baixar CSV
        </a>
      </div>
      <PagedList store={list} what="a trilha" nextPageName="o que veio antes" busyLabel="Procurando…">
        {(entries) => (
          <>
            {entries.length === 0 && <p className="soft">Nada encontrado{list.next === null ? '.' : ' até aqui.'}</p>}
            <Days entries={entries} log={log} api={api} />
          </>
        )}
      </PagedList>
    </Panel>
  );
});

const Dates = observer(function Dates({ list }: { readonly list: PagedStore<AuditEntry> }) {
  const { from = '', to = '' } = list.query;
  return (
    <div className={`${styles['dates']} stack gap-12`}>
      <PlainField type="date" label="De" value={from} onChange={(day) => void list.changeQuery({ from: day })} />
      <PlainField type="date" label="Até" value={to} onChange={(day) => void list.changeQuery({ to: day })} />
    </div>
  );
});

interface AuditDaysProps {
  readonly entries: readonly AuditEntry[];
  readonly log: AuditLogStore;
  readonly api: AdminClient;
}

const Days = observer(function Days({ entries, log, api }: AuditDaysProps) {
  return (
    <div
      className={`${styles['days']} stack one-column gap-24 hidden-empty`}
      role="region"
      aria-label="Acontecimentos"
      aria-busy={log.list.isLoading}
    >
      {groupByDay(entries, new Date()).map(({ key, name, entries: ofDay }) => (
        <section key={key} aria-label={name}>
          <h3 className={`${styles['day']} sticky pad-block-8 on-surface text-15 weight-600`}>{name}</h3>
          <ol className="stack one-column list">
            {joinRepeats(ofDay).map(({ newest, times }) => (
              <AuditEntryLine
                key={newest.number}
                entry={newest}
                times={times}
                api={api}
                isNew={log.newNumbers.has(newest.number)}
              />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
});

interface RepeatedEntry {
  readonly newest: AuditEntry;
  readonly times: number;
}

/** Joins entries in a row that say that the same person read the same data. */
function joinRepeats(entries: readonly AuditEntry[]): readonly RepeatedEntry[] {
  const repeats: RepeatedEntry[] = [];
  for (const entry of entries) {
    const last = repeats.at(-1);
    const isSame = entry.type === 'PersonalDataRead' && last?.newest.sentence === entry.sentence;
    if (last && isSame) repeats.splice(-1, 1, { ...last, times: last.times + 1 });
    else repeats.push({ newest: entry, times: 1 });
  }
  return repeats;
}
