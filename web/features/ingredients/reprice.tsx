import { Button } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { type FormEvent, useState } from 'react';
import { type AmountRule, readAmount } from '#domain/amounts.ts';
import { lacksPrice } from '#domain/business/ingredient/price.ts';
import type { Business, Ingredient } from '#domain/business/state.ts';
import { attempt } from '#domain/consequences/attempt.ts';
import { count } from '#domain/format.ts';
import { LIMITS } from '#domain/limits.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { AmountField } from '#web/ui/amount-field.tsx';
import { Choice } from '#web/ui/choice.tsx';
import { AffectedDishes } from '../consequences/affected-dishes.tsx';
import { announceChange } from '../entry/announce-change.ts';
import { namedLike } from '../entry/equal-name.ts';
import { RowContent } from '../entry/row-list.tsx';
import { Search, SEARCH_FROM } from '../entry/search.tsx';
import { priceText } from '../fields/price-text.ts';
import styles from './reprice.module.css';

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
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { state } = business;
  const priced = [...state.ingredients.values()].filter((row) => !row.free && !lacksPrice(row));
  const ids = priced.flatMap(({ id }) => (chosen.has(id) ? [id] : []));
  const reading = readAmount(text, RULES[direction]);
  const percentage = reading.ok ? (direction === 'up' ? reading.units : -reading.units) : 0;
  const command = { type: 'RepriceIngredients', ids, percentage } as const;
  const { after } = attempt(state, [command]);
  const choose = (rows: readonly Ingredient[], isChosen: boolean): void => {
    const now = new Set(chosen);
    for (const { id } of rows) {
      if (isChosen) now.add(id);
      else now.delete(id);
    }
    setChosen(now);
    setError(undefined);
  };
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!reading.ok) return setError(reading.sentence);
    if (ids.length === 0) return setError('Escolha ao menos um insumo na lista.');
    const issued = business.issue(command);
    if (issued.refused) return setError(issued.refused.sentence);
    onDone();
    void announceChange({ issued, text: `${prices(ids.length)} de preço novo`, otherwise: 'Nada foi mudado.' });
  }
  return (
    <form aria-label="Reajustar preços" className="stack shrinks gap-12" onSubmit={submit} noValidate>
      <div className={`${styles['fields']} stack at-bottom gap-12`}>
        <Choice
          label="Para cima ou para baixo"
          labelShown="never"
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
          onChange={(to) => {
            setText(to);
            setError(undefined);
          }}
        />
      </div>
      <PriceChoice priced={priced} after={after} chosen={chosen} onChoose={choose} />
      {reading.ok && ids.length > 0 && <AffectedDishes change={command} />}
      <div className="flex wrap gap-8 pad-block-8">
        <Button type="submit">Reajustar {ids.length > 0 ? prices(ids.length) : 'preços'}</Button>
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
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (rows: readonly Ingredient[], isChosen: boolean) => void;
}

/** The prices to change, each before and after. */
const PriceChoice = observer(function PriceChoice({ priced, after, chosen, onChoose }: PriceChoiceProps) {
  const [sought, setSought] = useState('');
  const shown = namedLike(priced, sought).toSorted((a, b) => alphabet.compare(a.name, b.name));
  return (
    <>
      {priced.length > SEARCH_FROM && (
        <Search label="Procurar insumo" text={sought} found={shown.length} onChange={setSought} />
      )}
      <label className={`${styles['row']} row shrinks touch-48 gap-12 pointer`}>
        <input
          type="checkbox"
          className="tick"
          checked={shown.length > 0 && shown.every(({ id }) => chosen.has(id))}
          onChange={(event) => onChoose(shown, event.currentTarget.checked)}
        />
        <strong>Todos os {count(shown.length)}</strong>
      </label>
      <ul className={`${styles['list']} shrinks list`} aria-label="Preços a reajustar">
        {shown.map((row) => {
          const then = after.ingredients.get(row.id) ?? row;
          const isMoved = chosen.has(row.id) && priceText(then) !== priceText(row);
          return (
            <li key={row.id}>
              <label className={`${styles['row']} row shrinks touch-48 gap-12 pointer`}>
                <input
                  type="checkbox"
                  className="tick"
                  checked={chosen.has(row.id)}
                  onChange={(event) => onChoose([row], event.currentTarget.checked)}
                />
                <RowContent
                  name={row.name}
                  value={priceText(isMoved ? then : row)}
                  share={isMoved ? `hoje ${priceText(row)}` : undefined}
                />
              </label>
            </li>
          );
        })}
      </ul>
    </>
  );
});

const prices = (n: number): string => `${count(n)} ${n === 1 ? 'insumo' : 'insumos'}`;
const alphabet = new Intl.Collator('pt-BR');
