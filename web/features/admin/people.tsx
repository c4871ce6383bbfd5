import { ChevronRight } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { count } from '#domain/format.ts';
import { ActionButton } from '#web/ui/action.tsx';
import { KeptNote, NotLoaded } from '#web/ui/not-loaded.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { PlainField } from '#web/ui/plain-field.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { day } from '#web/ui/instants.ts';
import { AccessLabel } from './access-label.tsx';
import styles from './parts.module.css';
import type { AccessFilter, PeopleList, Person } from './people-list.ts';
import people from './people.module.css';

const PAUSE_MS = 250;

/** Everybody with an account, and guests who paid. */
export const People = observer(function People({ list }: { readonly list: PeopleList }) {
  useEffect(() => void list.load(), [list]);
  const { view } = list;
  return (
    <Panel title="Pessoas">
      <Counts of={list} />
      <Filters of={list} />
      {view.kind === 'failed' && <NotLoaded what="a lista" onRetry={() => list.load()} />}
      {view.kind === 'loading' && <Spinner label="Carregando..." />}
      {view.kind === 'known' && view.keptFrom && <KeptNote from={view.keptFrom} onRetry={() => list.load()} />}
      {view.kind === 'known' && <Found people={view.value} list={list} />}
    </Panel>
  );
});

interface FoundProps {
  readonly people: readonly Person[];
  readonly list: PeopleList;
}

const Found = observer(function Found({ people: found, list }: FoundProps) {
  const { isReading, isCutShort, hasMore } = list;
  if (found.length === 0) return <p className="soft">Ninguém encontrado.</p>;
  return (
    <>
      <div className={styles['scroll']} role="region" aria-label="Lista de pessoas" aria-busy={isReading}>
        <ul className={`${styles['list']} stack one-column list`}>
          {found.map((person) => (
            <PersonRow key={person.id} person={person} />
          ))}
        </ul>
      </div>
      {isCutShort && <NotLoaded what="mais pessoas" onRetry={() => list.more()} />}
      {hasMore && !isCutShort && (
        <div>
          <ActionButton tone="quiet" busy={isReading} onClick={() => void list.more()}>
            Mostrar mais
          </ActionButton>
        </div>
      )}
    </>
  );
});

const COUNTED = [
  ['total', 'Total'],
  ['granted', 'Com acesso'],
  ['pending', 'Pendentes'],
  ['waiting_grants', 'Concessões à espera'],
] as const;

const Counts = observer(function Counts({ of }: { readonly of: PeopleList }) {
  const { counts } = of;
  return (
    <>
      <dl className={`${styles['figures']} stack gap-16 across-24 no-margin`}>
        {COUNTED.map(([key, name]) => (
          <div key={key}>
            <dt>{name}</dt>
            <dd>{counts.kind === 'known' ? count(counts.value[key]) : '–'}</dd>
          </div>
        ))}
      </dl>
      {counts.kind === 'failed' && <NotLoaded what="os números" onRetry={() => of.count()} />}
      {counts.kind === 'known' && counts.keptFrom && <KeptNote from={counts.keptFrom} onRetry={() => of.count()} />}
    </>
  );
});

const Filters = observer(function Filters({ of }: { readonly of: PeopleList }) {
  const [text, setText] = useState('');
  useEffect(() => {
    if (text === of.search) return undefined;
    const pause = setTimeout(() => void of.ask({ search: text }), PAUSE_MS);
    return () => clearTimeout(pause);
  }, [of, text]);
  return (
    <div
      className={`${styles['search']} stack at-bottom one-column gap-12 across-16`}
      role="search"
      aria-label="Pessoas"
    >
      <PlainField label="Buscar por nome ou e-mail" value={text} onChange={setText} autoComplete="off" />
      <label className={`${styles['choice']} stack shrinks gap-6 weight-540`}>
        Acesso
        <select
          value={of.access}
          onChange={(event) => void of.ask({ access: event.currentTarget.value as AccessFilter })}
        >
          <option value="all">Todas</option>
          <option value="granted">Liberadas</option>
          <option value="pending">Pendentes</option>
        </select>
      </label>
    </div>
  );
});

function PersonRow({ person }: { readonly person: Person }) {
  const { id, name, email, guest: isGuest, access_granted: hasAccess, is_admin: isAdmin, created_at: since } = person;
  const remarks = [
    `cadastro em ${day(since)}`,
    isGuest ? 'sem conta, e-mail só digitado' : '',
    isAdmin ? 'administra' : '',
  ].filter((each) => each !== '');
  return (
    <li>
      <Link
        to={`/admin/people/${id}`}
        className={`${styles['item']} stack at-middle ${styles['way']} same-colour no-underline hover-sunken focus-within-edge ${people['row']}`}
      >
        <span className={`${styles['words']} stack shrinks breaks`}>
          <span className={`${styles['name']} weight-560`}>{name ?? email ?? 'sem nome'}</span>
          {email !== null && name !== null && <span className={`${styles['faint']} faint text-15`}>{email}</span>}
          <span className={`${styles['faint']} faint text-15`}>{remarks.join(' · ')}</span>
        </span>
        <AccessLabel granted={hasAccess} />
        <ChevronRight size={18} aria-hidden className={`${people['chevron']} faint`} />
      </Link>
    </li>
  );
}
