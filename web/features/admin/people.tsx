import { ChevronRight } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { count } from '#domain/format.ts';
import { ActionButton } from '#web/ui/action.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { PlainField } from '#web/ui/plain-field.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { day } from '../payment/instants.ts';
import { AccessLabel } from './access-label.tsx';
import { NotLoaded } from './not-loaded.tsx';
import styles from './parts.module.css';
import { type AccessFilter, type PeopleList, type Person } from './people-list.ts';
import people from './people.module.css';

const PAUSE_MS = 250;

/** Everybody with an account, and guests who paid. */
export const People = observer(function People({ list }: { readonly list: PeopleList }) {
  useEffect(() => void list.load(), [list]);
  const isLoading = list.state === 'loading';
  return (
    <Panel title="Pessoas">
      <Counts of={list} />
      <Filters of={list} />
      {list.state === 'failed' && <NotLoaded what="a lista" onRetry={() => list.load()} />}
      {isLoading && list.people.length === 0 && <Spinner label="Carregando..." />}
      {list.state === 'loaded' && list.people.length === 0 && <p className={styles['text']}>Ninguém encontrado.</p>}
      {list.people.length > 0 && (
        <div className={styles['scroll']} role="region" aria-label="Lista de pessoas" aria-busy={isLoading}>
          <ul className={styles['list']}>
            {list.people.map((person) => (
              <PersonRow key={person.id} person={person} />
            ))}
          </ul>
        </div>
      )}
      {list.hasMore && (
        <div>
          <ActionButton tone="quiet" busy={isLoading} onClick={() => void list.more()}>
            Mostrar mais
          </ActionButton>
        </div>
      )}
    </Panel>
  );
});

const Counts = observer(function Counts({ of }: { readonly of: PeopleList }) {
  const { counts } = of;
  const shown = [
    ['Total', counts?.total],
    ['Com acesso', counts?.granted],
    ['Pendentes', counts?.pending],
    ['Concessões à espera', counts?.waiting_grants],
  ] as const;
  return (
    <dl className={styles['figures']}>
      {shown.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === undefined ? '–' : count(value)}</dd>
        </div>
      ))}
    </dl>
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
    <div className={styles['search']} role="search" aria-label="Pessoas">
      <PlainField label="Buscar por nome ou e-mail" value={text} onChange={setText} autoComplete="off" />
      <label className={styles['choice']}>
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
      <Link to={`/admin/people/${id}`} className={`${styles['item']} ${styles['way']} ${people['row']}`}>
        <span className={styles['words']}>
          <span className={styles['name']}>{name ?? email ?? 'sem nome'}</span>
          {email !== null && name !== null && <span className={styles['faint']}>{email}</span>}
          <span className={styles['faint']}>{remarks.join(' · ')}</span>
        </span>
        <AccessLabel granted={hasAccess} />
        <ChevronRight size={18} aria-hidden className={people['chevron']} />
      </Link>
    </li>
  );
}
