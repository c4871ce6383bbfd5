import { Button } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { type FormEvent, useState } from 'react';
import { type AmountRule, readAmount } from '#domain/amounts.ts';
import { lacksPrice } from '#domain/business/ingredient/price.ts';
import type { Business, Ingredient } from '#domain/business/state.ts';
import { simulateCommands } from '#domain/consequences/simulate-commands.ts';
import { formatCount } from '#domain/format.ts';
import { LIMITS } from '#domain/limits.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { AmountField } from '#web/ui/amount-field.tsx';
import { Choice } from '#web/ui/choice.tsx';
import { AffectedDishes } from '../consequences/affected-dishes.tsx';
import { announceChange } from '../entry/announce-change.ts';
import { filterByName } from '../entry/equal-name.ts';
import { RowContent } from '../entry/row-list.tsx';
import { Search, SEARCH_FROM } from '../entry/searchable-list.tsx';
import { priceText } from '../fields/price-text.ts';
import styles from './ingredients.module.css';

const DIRECTIONS = [
  { value: 'up', label: 'Sobem' },
  { value: 'down', label: 'Descem' },
] as const;

/** A price is never lowered to zero. */
const RULES = {
  up: { kind: 'percentage', min: 1, max: LIMITS.priceChange.max },
  down: { kind: 'percentage', min: 1, max: -LIMITS.priceChange.min },
} as const satisfies Record<string, AmountRule>;

/** The form that changes several prices by one percentage with a preview, as one change. */
export const Reprice = observer(function Reprice({ onDone }: { readonly onDone: () => void }) {
  const { business } = useStores();
  const [direction, setDirection] = useState<'up' | 'down'>('up');
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const { state } = business;
  const priced = [...state.ingredients.values()].filter((row) => !row.free && !lacksPrice(row));
  const ids = priced.flatMap(({ id }) => (selectedIds.has(id) ? [id] : []));
  const reading = readAmount(text, RULES[direction]);
  const percentage = reading.ok ? (direction === 'up' ? reading.tenThousandths : -reading.tenThousandths) : 0;
  const command = { type: 'RepriceIngredients', ids, percentage } as const;
  const { after } = simulateCommands(state, [command]);
  const select = (rows: readonly Ingredient[], isSelected: boolean): void => {
    const nextIds = new Set(selectedIds);
    for (const { id } of rows) {
      if (isSelected) nextIds.add(id);
      else nextIds.delete(id);
    }
    setSelectedIds(nextIds);
    setError(undefined);
  };
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!reading.ok) return setError(reading.sentence);
    if (ids.length === 0) return setError('Escolha ao menos um insumo na lista.');
    const issued = business.issue(command);
    if (issued.refused) return setError(issued.refused.sentence);
    onDone();
    void announceChange({
      issued,
      text: `${ingredientCount(ids.length)} de preço novo`,
      failureNote: 'Nada foi mudado.',
    });
  }
  return (
    <form aria-label="Reajustar preços" className="stack shrinks gap-12" onSubmit={submit} noValidate>
      <div className={`${styles['fields']} stack at-bottom gap-12`}>
        <Choice
          label="Para cima ou para baixo"
          labelPosition="never"
          options={DIRECTIONS}
          value={direction}
          onChange={setDirection}
        />
        <AmountField
          label="Quanto (%)"
          placeholder="8"
          rule={RULES[direction]}
          value={text}
          error={error}
          onChange={(newText) => {
            setText(newText);
            setError(undefined);
          }}
        />
      </div>
      <PriceChoice priced={priced} after={after} selectedIds={selectedIds} onSelect={select} />
      {reading.ok && ids.length > 0 && <AffectedDishes command={command} />}
      <div className="flex wrap gap-8 pad-block-8">
        <Button type="submit">Reajustar {ids.length > 0 ? ingredientCount(ids.length) : 'preços'}</Button>
        <Button variant="subtle" color="gray" onClick={onDone}>
          Cancelar
        </Button>
      </div>
    </form>
  );
});

interface PriceChoiceProps {
  readonly priced: readonly Ingredient[];
  readonly after: Business;
  readonly selectedIds: ReadonlySet<string>;
  readonly onSelect: (rows: readonly Ingredient[], isSelected: boolean) => void;
}

/** The prices to change, each before and after. */
const PriceChoice = observer(function PriceChoice({ priced, after, selectedIds, onSelect }: PriceChoiceProps) {
  const [searchText, setSearchText] = useState('');
  const visible = filterByName(priced, searchText).toSorted((a, b) => collator.compare(a.name, b.name));
  return (
    <>
      {priced.length > SEARCH_FROM && (
        <Search label="Procurar insumo" text={searchText} matchCount={visible.length} onChange={setSearchText} />
      )}
      <label className={`${styles['row']} row shrinks touch-48 gap-12 pad-block-6 pointer`}>
        <input
          type="checkbox"
          className="tick"
          checked={visible.length > 0 && visible.every(({ id }) => selectedIds.has(id))}
          onChange={(event) => onSelect(visible, event.currentTarget.checked)}
        />
        <strong>Todos os {formatCount(visible.length)}</strong>
      </label>
      <ul className={`${styles['list']} shrinks list`} aria-label="Preços a reajustar">
        {visible.map((row) => {
          const repriced = after.ingredients.get(row.id) ?? row;
          const hasNewPrice = selectedIds.has(row.id) && priceText(repriced) !== priceText(row);
          return (
            <li key={row.id}>
              <label className={`${styles['row']} row shrinks touch-48 gap-12 pad-block-6 pointer`}>
                <input
                  type="checkbox"
                  className="tick"
                  checked={selectedIds.has(row.id)}
                  onChange={(event) => onSelect([row], event.currentTarget.checked)}
                />
                <RowContent
                  name={row.name}
                  value={priceText(hasNewPrice ? repriced : row)}
                  textBelowValue={hasNewPrice ? `hoje ${priceText(row)}` : undefined}
                />
              </label>
            </li>
          );
        })}
      </ul>
    </>
  );
});

const ingredientCount = (size: number): string => `${formatCount(size)} ${size === 1 ? 'insumo' : 'insumos'}`;
const collator = new Intl.Collator('pt-BR');
