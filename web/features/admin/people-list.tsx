import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import type * as v from 'valibot';
import { type AdminUserReply, type UserCountsReply, userCursor, USERS_PER_PAGE } from '#contract/admin.ts';
import { formatCount } from '#domain/format.ts';
import type { AdminClient } from '#web/api/client.ts';
import { DataLoader } from '#web/stores/data-loader.ts';
import { formatDay } from '#web/ui/instants.ts';
import { NotLoaded, OutdatedNote } from '#web/ui/not-loaded.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Filters, PagedList } from './paged-list.tsx';
import { PagedStore } from './paged-store.ts';
import { AccessBadge, Figures, type AdminRow, Rows } from './rows.tsx';

type Person = v.InferOutput<typeof AdminUserReply>;

/** Everybody with an account and guests who paid, as a list and as numbers. */
export class People {
  readonly list: PagedStore<Person>;
  readonly counts: DataLoader<v.InferOutput<typeof UserCountsReply>>;

  constructor(api: AdminClient) {
    this.counts = new DataLoader(() => api.call('countUsers', {}));
    this.list = new PagedStore({
      async read(query) {
        const items = await api.call('listUsers', { query });
        const last = items.length === USERS_PER_PAGE ? items.at(-1) : undefined;
        return { items, next: last ? userCursor(last) : null };
      },
    });
  }

  async load(): Promise<void> {
    await Promise.all([this.list.load(), this.counts.load()]);
  }
}

export const PeoplePanel = observer(function PeoplePanel({ people }: { readonly people: People }) {
  useEffect(() => void people.load(), [people]);
  const { list, counts } = people;
  return (
    <Panel title="Pessoas">
      <Counts counts={counts} />
      <Filters
        store={list}
        label="Pessoas"
        columns="two"
        text={{ key: 'search', label: 'Buscar por nome ou e-mail' }}
        choice={{
          key: 'access',
          label: 'Acesso',
          options: { '': 'Todas', granted: 'Liberadas', pending: 'Pendentes' },
        }}
      />
      <PagedList store={list} what="a lista" nextPageName="mais pessoas">
        {(items) =>
          items.length === 0 ? (
            <p className="soft">Ninguém encontrado.</p>
          ) : (
            <Rows rows={items.map(rowOf)} label="Lista de pessoas" isScrollable isBusy={list.isLoading} />
          )
        }
      </PagedList>
    </Panel>
  );
});

const COUNTS = [
  ['total', 'Total'],
  ['granted', 'Com acesso'],
  ['pending', 'Pendentes'],
  ['waiting_grants', 'Concessões à espera'],
] as const;

const Counts = observer(function Counts({ counts }: { readonly counts: People['counts'] }) {
  const { data: view } = counts;
  return (
    <>
      <Figures
        figures={COUNTS.map(([key, name]) => [name, view.kind === 'known' ? formatCount(view.value[key]) : '–'])}
      />
      {(view.kind === 'failed' || view.kind === 'refused') && (
        <NotLoaded what="os números" onRetry={() => counts.load()} />
      )}
      {view.kind === 'known' && view.staleSince && (
        <OutdatedNote readAt={view.staleSince} onRetry={() => counts.load()} />
      )}
    </>
  );
});

/** Remarks under a person's name: 'cadastro em 20/02/2026 · sem conta, e-mail só digitado'. */
export const personRemarks = ({ created_at: since, guest: isGuest, is_admin: isAdmin }: Person, adminText: string) =>
  [
    `cadastro em ${formatDay(since)}`,
    ...(isGuest ? ['sem conta, e-mail só digitado'] : []),
    ...(isAdmin ? [adminText] : []),
  ].join(' · ');

function rowOf(person: Person): AdminRow {
  const { id, name, email, access_granted: isGranted } = person;
  return {
    id,
    title: name ?? email ?? 'sem nome',
    notes: [...(email !== null && name !== null ? [email] : []), personRemarks(person, 'administra')],
    aside: <AccessBadge isGranted={isGranted} />,
    to: `/admin/people/${id}`,
  };
}
