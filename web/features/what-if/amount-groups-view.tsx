import { Button } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useSearch } from 'wouter';
import type { SimulatableAmount, SimulatedKind } from '#domain/consequences/simulated-amount.ts';
import { hasMix } from '#domain/figures/mix.ts';
import { formatCount } from '#domain/format.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { Choice } from '#web/ui/choice.tsx';
import { EmptyNote } from '#web/ui/note.tsx';
import { channelsIfSeveral, channelsOf } from '../fields/channels-of.ts';
import { filterByName } from '../entry/equal-name.ts';
import { RowList } from '../entry/row-list.tsx';
import { Search, SEARCH_FROM } from '../entry/searchable-list.tsx';
import { dishInAddress } from '../navigation/addresses.ts';
import { type AmountGroup, AMOUNT_GROUPS, amountGroupOf } from './amount-groups.ts';
import { simulatableAmountsOf } from './simulatable-amounts.ts';
import { SimulatedAmountRow } from './simulated-amount-row.tsx';
import { PercentForm } from './percent-form.tsx';
import type { Plan } from './plan.ts';

/** The number of fields on a page. */
const PAGE_SIZE = 12;

/** Prices by channel require two channels, and sold quantities require sales. */
const kindChoices = (business: BusinessStore) =>
  AMOUNT_GROUPS.filter(
    ({ kind }) =>
      (kind !== 'channelPrice' || channelsIfSeveral(channelsOf(business)).length > 0) &&
      (kind !== 'sold' || hasMix(business.state)),
  ).map(({ kind, label }) => ({ value: kind, label }));

/** Tells whether the amount is the dish's own or its price in a channel. */
const isAboutDish = ({ id }: SimulatableAmount, dishId: string | undefined): boolean =>
  dishId !== undefined && id.startsWith(dishId);

/** All amounts that can be simulated, one kind at a time. */
export const AmountGroups = observer(function AmountGroups({ plan }: { readonly plan: Plan }) {
  const { business } = useStores();
  const dishId = dishInAddress(useSearch());
  const [kind, setKind] = useState<SimulatedKind>(dishId === undefined ? 'ingredient' : 'dish');
  const group = amountGroupOf(kind);
  return (
    <div className="stack shrinks gap-16">
      <Choice
        label="O que experimentar"
        labelPosition="never"
        options={kindChoices(business)}
        value={kind}
        onChange={setKind}
      />
      <AmountGroupPanel key={kind} plan={plan} group={group} firstDishId={dishId} />
    </div>
  );
});

interface AmountGroupPanelProps {
  readonly plan: Plan;
  readonly group: AmountGroup;
  /** The id of the dish to show first. */
  readonly firstDishId: string | undefined;
}

const AmountGroupPanel = observer(function AmountGroupPanel({ plan, group, firstDishId }: AmountGroupPanelProps) {
  const { business } = useStores();
  const [search, setSearch] = useState('');
  const [limit, setLimit] = useState(PAGE_SIZE);
  const targets = simulatableAmountsOf(group.kind, business.state).toSorted(
    (a, b) => Number(isAboutDish(b, firstDishId)) - Number(isAboutDish(a, firstDishId)),
  );
  if (targets.length === 0) return <EmptyNote text={group.emptyText} />;
  const isSearchable = targets.length > SEARCH_FROM;
  const matches = isSearchable ? filterByName(targets, search) : targets;
  const visibleTargets = matches.slice(0, limit);
  const hiddenCount = matches.length - visibleTargets.length;
  return (
    <>
      <p className="soft">{group.note}</p>
      {group.allLabel !== undefined && <PercentForm plan={plan} group={group} groupLabel={group.allLabel} />}
      {isSearchable && (
        <Search label={`Procurar em ${group.label}`} text={search} matchCount={matches.length} onChange={setSearch} />
      )}
      {visibleTargets.length > 0 && (
        <RowList label={group.label}>
          {visibleTargets.map((target) => (
            <SimulatedAmountRow key={target.id} plan={plan} group={group} target={target} />
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
