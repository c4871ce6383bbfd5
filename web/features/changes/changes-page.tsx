import { Button } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { whenChanged } from '#web/stores/business/watch-business.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { ActionLink } from '#web/ui/action.tsx';
import { RemoteDataView } from '#web/ui/remote-data-view.tsx';
import { EmptyNote } from '#web/ui/note.tsx';
import { Section } from '#web/ui/section.tsx';
import { HISTORY } from '../navigation/history-address.ts';
import { groupByDay } from '#web/ui/days.ts';
import { CHANGES } from '../navigation/addresses.ts';
import { ChangeLine } from './change-line.tsx';
import styles from './changes.module.css';
import { ChangesList, type ChangesReply } from './changes-list.ts';
import { filterAddress, type ChangesFilter, filterFrom, SUBJECTS } from './filter.ts';
import { Pill, Pills } from '#web/ui/pill.tsx';
import { TextField } from '#web/ui/text-field.tsx';

/** /dashboard/alteracoes: all changes, newest first, each with its undo button. */
export const ChangesPage = observer(function ChangesPage() {
  const { business } = useStores();
  const [, navigate] = useLocation();
  const search = useSearch();
  const filter = filterFrom(search);
  const [list] = useState(() => new ChangesList(business));
  useEffect(() => void list.load(filterFrom(search)), [list, search]);
  useEffect(
    () =>
      whenChanged(business, () => {
        if (list.undoingId === null) void list.refresh();
      }),
    [business, list],
  );
  const applyFilter = (changes: Partial<ChangesFilter>): void =>
    navigate(filterAddress({ ...filter, change: null, ...changes }), { replace: true });
  return (
    <Section
      title="Alterações"
      explanation="Tudo o que mudou no seu negócio, do mais recente para o mais antigo. O que ainda está como a mudança deixou pode ser desfeito."
      actions={
        <ActionLink tone="plain" to={HISTORY}>
          Ver o histórico em gráficos
        </ActionLink>
      }
    >
      <ChangesFilters filter={filter} onChange={applyFilter} />
      <RemoteDataView
        data={list.data}
        onRetry={() => list.retry()}
        loading="Carregando alterações..."
        failure="Erro ao carregar as alterações"
      >
        {(page) => <ChangeDays page={page} list={list} filter={filter} />}
      </RemoteDataView>
    </Section>
  );
});

interface ChangeDaysProps {
  readonly page: ChangesReply;
  readonly list: ChangesList;
  readonly filter: ChangesFilter;
}

const ChangeDays = observer(function ChangeDays({ page: { changes, newer, next }, list, filter }: ChangeDaysProps) {
  const { isReading, hasLoadMoreFailed: isCutShort } = list;
  if (changes.length === 0)
    return filter.subject === null && filter.name.trim() === '' ? (
      <EmptyNote text="Nada mudou ainda." advice="Assim que você cadastrar alguma coisa, ela aparece aqui." />
    ) : (
      <EmptyNote text="Nenhuma alteração com isso." advice="Tente outra parte do nome, ou outro assunto." />
    );
  return (
    <div className={`${styles['days']} stack one-column gap-24`} aria-busy={isReading}>
      {newer && (
        <Link to={CHANGES} className={`${styles['newer']} inline-row touch gap-8 soft`}>
          Ver as mais recentes
        </Link>
      )}
      {groupByDay(changes, new Date()).map(({ key, name, entries }) => (
        <section key={key} aria-label={name}>
          <h2 className={`${styles['date']} pad-block-8 text-16 weight-600`}>{name}</h2>
          <ol className="stack one-column list">
            {entries.map((entry) => (
              <ChangeLine key={entry.id} change={entry} list={list} isMarked={entry.id === filter.change} />
            ))}
          </ol>
        </section>
      ))}
      {isCutShort && (
        <p role="alert" className={styles['problem']}>
          Não deu para carregar. Confira a conexão e tente de novo.
        </p>
      )}
      {next !== null && (
        <div>
          <Button variant="default" loading={isReading} onClick={() => void list.loadMore()}>
            Ver anteriores
          </Button>
        </div>
      )}
    </div>
  );
});

/** Milliseconds without typing after which the list is filtered by the name. */
const PAUSE_MS = 300;

interface ChangesFiltersProps {
  readonly filter: ChangesFilter;
  readonly onChange: (changes: Partial<ChangesFilter>) => void;
}

function ChangesFilters({ filter, onChange }: ChangesFiltersProps) {
  const [name, setName] = useState(filter.name);
  useEffect(() => {
    if (name === filter.name) return undefined;
    const timer = setTimeout(() => onChange({ name }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [name, filter.name, onChange]);
  return (
    <div className={`${styles['filters']} stack one-column shrinks gap-16`} role="search" aria-label="Alterações">
      <Pills label="Assunto">
        {SUBJECTS.map(({ key, label }) => (
          <Pill key={label} isOn={filter.subject === key} onClick={() => onChange({ subject: key, name })}>
            {label}
          </Pill>
        ))}
      </Pills>
      <TextField label="Procurar por nome" placeholder="Parte do nome" value={name} onChange={setName} />
    </div>
  );
}
