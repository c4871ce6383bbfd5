import { Button } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useSearch } from 'wouter';
import type { Movable, MoveKind } from '#domain/consequences/move.ts';
import { hasMix } from '#domain/figures/mix.ts';
import { formatCount } from '#domain/format.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { Choice } from '#web/ui/choice.tsx';
import { EmptyNote } from '#web/ui/note.tsx';
import { severalChannels } from '../fields/channels-of.ts';
import { filterByName } from '../entry/equal-name.ts';
import { RowList } from '../entry/row-list.tsx';
import { Search, SEARCH_FROM } from '../entry/searchable-list.tsx';
import { dishInAddress } from '../navigation/addresses.ts';
import { type MoveGroup, MOVE_GROUPS, groupOf } from './groups.ts';
import { movablesOf } from './movables.ts';
import { MoveRow } from './move-row.tsx';
import { PercentForm } from './percent-form.tsx';
import type { Plan } from './plan.ts';

/** The number of fields on a page. */
const PAGE_SIZE = 12;

/** Prices by channel require two channels, and sold quantities require sales. */
const kindChoices = (business: BusinessStore) =>
  MOVE_GROUPS.filter(
    ({ kind }) =>
      (kind !== 'channelPrice' || severalChannels(business).length > 0) && (kind !== 'sold' || hasMix(business.state)),
  ).map(({ kind, label }) => ({ value: kind, label }));

/** Tells whether the amount is the dish's own or its price in a channel. */
const isAboutDish = ({ id }: Movable, dishId: string | undefined): boolean =>
  dishId !== undefined && id.startsWith(dishId);

/** All amounts that can be simulated, one kind at a time. */
export const MoveGroups = observer(function MoveGroups({ plan }: { readonly plan: Plan }) {
  const { business } = useStores();
  const dishId = dishInAddress(useSearch());
  const [kind, setKind] = useState<MoveKind>(dishId === undefined ? 'ingredient' : 'dish');
  const group = groupOf(kind);
  return (
    <div className="stack shrinks gap-16">
      <Choice
        label="O que experimentar"
        labelPosition="never"
        options={kindChoices(business)}
        value={kind}
        onChange={setKind}
      />
      <MoveGroupPanel key={kind} plan={plan} group={group} firstDishId={dishId} />
    </div>
  );
});

interface MoveGroupPanelProps {
  readonly plan: Plan;
  readonly group: MoveGroup;
  /** The id of the dish to show first. */
  readonly firstDishId: string | undefined;
}

const MoveGroupPanel = observer(function MoveGroupPanel({ plan, group, firstDishId }: MoveGroupPanelProps) {
  const { business } = useStores();
  const [search, setSearch] = useState('');
  const [limit, setLimit] = useState(PAGE_SIZE);
  const movables = movablesOf(group.kind, business.state).toSorted(
    (a, b) => Number(isAboutDish(b, firstDishId)) - Number(isAboutDish(a, firstDishId)),
  );
  if (movables.length === 0) return <EmptyNote text={group.emptyText} />;
  const isSearchable = movables.length > SEARCH_FROM;
  const matches = isSearchable ? filterByName(movables, search) : movables;
  const visibleMovables = matches.slice(0, limit);
  const hiddenCount = matches.length - visibleMovables.length;
  return (
    <>
      <p className="soft">{group.note}</p>
      {group.allLabel !== undefined && <PercentForm plan={plan} group={group} groupLabel={group.allLabel} />}
      {isSearchable && (
        <Search label={`Procurar em ${group.label}`} text={search} matchCount={matches.length} onChange={setSearch} />
      )}
      {visibleMovables.length > 0 && (
        <RowList label={group.label}>
          {visibleMovables.map((movable) => (
            <MoveRow key={movable.id} plan={plan} group={group} movable={movable} />
          ))}
        </RowList>
      )}
      {hiddenCount > 0 && (
        <Button variant="default" onClick={() => setLimit(limit + 4 * PAGE_SIZE)}>
          Mostrar mais {formatCount(Math.min(hiddenCount, 4 * PAGE_SIZE))}
        </Button>
      )}
    </>
  );
});
