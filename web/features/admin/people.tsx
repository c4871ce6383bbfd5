import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { count } from '#domain/format.ts';
import type { AdminClient } from '#web/api/client.ts';
import { ActionButton } from '#web/ui/action.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { PlainField } from '#web/ui/plain-field.tsx';
import { day } from '../payment/instants.ts';
import styles from './parts.module.css';
import { type AccessFilter, PeopleList, type Person } from './people-list.ts';

const PAUSE_MS = 250;

/** Everybody with an account, and guests who paid. */
export const People = observer(function People({ api }: { readonly api: AdminClient }) {
  const [list] = useState(() => new PeopleList(api));
  useEffect(() => void list.load(), [list]);
  return (
    <Panel title="Pessoas">
      <Counts of={list} />
      <Filters of={list} />
      {list.state === 'failed' && (
        <div className={styles['row']}>
          <p className={styles['problem']} role="alert">
            Não deu para carregar a lista.
          </p>
          <ActionButton tone="quiet" onClick={() => void list.load()}>
            Tentar de novo
          </ActionButton>
        </div>
      )}
      {list.state === 'loaded' && list.people.length === 0 && <p className={styles['text']}>Ninguém encontrado.</p>}
      {list.people.length > 0 && (
        <div className={styles['scroll']} role="region" aria-label="Lista de pessoas">
          <ul className={styles['list']}>
            {list.people.map((person) => (
              <PersonRow key={person.id} person={person} />
            ))}
          </ul>
        </div>
      )}
      {list.hasMore && (
        <div>
          <ActionButton tone="quiet" busy={list.state === 'loading'} onClick={() => void list.more()}>
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
    <div className={styles['row']}>
      <div className={styles['search']}>
        <PlainField label="Buscar por nome ou e-mail" value={text} onChange={setText} autoComplete="off" />
      </div>
      <label>
        <span className="visually-hidden">Acesso</span>
        <select
          className={styles['select']}
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
  const { id, name, email, guest, access_granted: hasAccess, is_admin: isAdmin, created_at: since } = person;
  const remarks = [guest ? 'sem conta, e-mail só digitado' : '', isAdmin ? 'administra' : ''].filter(
    (each) => each !== '',
  );
  return (
    <li className={styles['item']}>
      <div className={styles['words']}>
        <Link to={`/admin/people/${id}`} className={styles['name']}>
          {name ?? email ?? 'sem nome'}
        </Link>
        <span className={styles['faint']}>
          {[email, `desde ${day(since)}`, ...remarks].filter(Boolean).join(' · ')}
        </span>
      </div>
      <span className={`${styles['label']} ${styles[hasAccess ? 'granted' : 'pending']}`}>
        {hasAccess ? 'LIBERADO' : 'PENDENTE'}
      </span>
    </li>
  );
}
