import { Button } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useSearch } from 'wouter';
import type { Movable, MoveKind } from '#domain/consequences/move.ts';
import { hasMix } from '#domain/figures/mix.ts';
import { count } from '#domain/format.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { Choice } from '#web/ui/choice.tsx';
import { EmptyNote } from '#web/ui/empty-note.tsx';
import { severalChannels } from '../fields/channels-of.ts';
import { filterByName } from '../entry/equal-name.ts';
import { RowList } from '../entry/row-list.tsx';
import { Search, SEARCH_FROM } from '../entry/search.tsx';
import { dishInAddress } from '../navigation/addresses.ts';
import { type Group, GROUPS, groupOf } from './groups.ts';
import { movablesOf } from './movables.ts';
import { MoveRow } from './move-row.tsx';
import { PercentForm } from './percent-form.tsx';
import type { Plan } from './plan.ts';

/** The number of fields on a page. */
const PAGE = 12;

/** Prices by channel require two channels, and sold quantities require sales. */
const kindsFor = (business: BusinessStore) =>
  GROUPS.filter(
    ({ kind }) =>
      (kind !== 'channelPrice' || severalChannels(business).length > 0) && (kind !== 'sold' || hasMix(business.state)),
  ).map(({ kind, label }) => ({ value: kind, label }));

/** Whether the amount is the dish's own or its price in a channel. */
const isOf = ({ id }: Movable, dishId: string | undefined): boolean => dishId !== undefined && id.startsWith(dishId);

/** All amounts that can be simulated, one kind at a time. */
export const MoveGroups = observer(function MoveGroups({ plan }: { readonly plan: Plan }) {
  const { business } = useStores();
  const asked = dishInAddress(useSearch());
  const [kind, setKind] = useState<MoveKind>(asked === undefined ? 'ingredient' : 'dish');
  const group = groupOf(kind);
  return (
    <div className="stack shrinks gap-16">
      <Choice
        label="O que experimentar"
        labelPosition="never"
        options={kindsFor(business)}
        value={kind}
        onChange={setKind}
      />
      <GroupOfMoves key={kind} plan={plan} group={group} first={asked} />
    </div>
  );
});

interface MoveGroupProps {
  readonly plan: Plan;
  readonly group: Group;
  /** The id of the dish to show first. */
  readonly first: string | undefined;
}

const GroupOfMoves = observer(function GroupOfMoves({ plan, group, first }: MoveGroupProps) {
  const { business } = useStores();
  const [sought, setSought] = useState('');
  const [limit, setLimit] = useState(PAGE);
  const things = movablesOf(group.kind, business.state).toSorted(
    (a, b) => Number(isOf(b, first)) - Number(isOf(a, first)),
  );
  if (things.length === 0) return <EmptyNote text={group.none} />;
  const isSearching = things.length > SEARCH_FROM;
  const found = isSearching ? filterByName(things, sought) : things;
  const shown = found.slice(0, limit);
  const rest = found.length - shown.length;
  return (
    <>
      <p className="soft">{group.note}</p>
      {group.all !== undefined && <PercentForm plan={plan} group={group} all={group.all} />}
      {isSearching && (
        <Search label={`Procurar em ${group.label}`} text={sought} matchCount={found.length} onChange={setSought} />
      )}
      {shown.length > 0 && (
        <RowList label={group.label}>
          {shown.map((thing) => (
            <MoveRow key={thing.id} plan={plan} group={group} thing={thing} />
          ))}
        </RowList>
      )}
      {rest > 0 && (
        <Button variant="default" onClick={() => setLimit(limit + 4 * PAGE)}>
          Mostrar mais {count(Math.min(rest, 4 * PAGE))}
        </Button>
      )}
    </>
  );
});
