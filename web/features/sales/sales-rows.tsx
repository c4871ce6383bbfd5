import '#web/ui/mantine-fields.ts';
import { Button, TextInput } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, useState } from 'react';
import { yearMonthName } from '#contract/month-names.ts';
import { salesKey, type SoldDish } from '#domain/business/sales.ts';
import type { Dish } from '#domain/business/state.ts';
import { keepDigits } from '#domain/numerals.ts';
import { newId } from '#web/stores/business/new-id.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { EmptyNote } from '#web/ui/empty-note.tsx';
import { announceChange } from '../entry/announce-change.ts';
import { useKept } from '../entry/use-kept.ts';
import styles from './sales.module.css';
import { type Sellable, SalesForm } from './sales-form.ts';

interface SalesRowsProps {
  /** Of what is typed here: another month or channel is another grid, and needs another `key`. */
  readonly name: string;
  readonly month: string;
  readonly channelId: string;
}

/** One month of one channel, a row for each dish. */
export const SalesRows = observer(function SalesRows({ name, month, channelId }: SalesRowsProps) {
  const { business } = useStores();
  const [problem, setProblem] = useState<string>();
  const form = useKept(business, `sales ${name}`, () => new SalesForm());
  const known = business.state.sales.get(salesKey({ month, channelId }))?.rows ?? [];
  const dishes = sellable(business.state.dishes, known);
  const save = async (): Promise<void> => {
    const rows = form.read(known);
    if (!rows || rows.length === 0) return;
    const issued = business.issue({ type: 'RecordSales', month, channelId, newChannelId: newId(), rows });
    setProblem(issued.refused?.sentence);
    if (issued.refused) return;
    const sent = form.typed();
    const text = `Vendas de ${yearMonthName(month)} salvas`;
    void announceChange({ issued, text, otherwise: 'As vendas não foram salvas.' });
    const { kind } = await issued.outcome;
    if (kind === 'saved') form.forget(sent);
  };
  if (dishes.length === 0)
    return (
      <EmptyNote
        text="Nenhum prato cadastrado ainda."
        advice="Cadastre os pratos em Ficha Técnica: aqui você diz quantos saíram."
      />
    );
  return (
    <>
      <ul className={styles['rows']} aria-label={`Vendas de ${yearMonthName(month)}`}>
        {dishes.map((dish) => (
          <li key={dish.id} className={styles['row']}>
            <span className={dish.isGone ? styles['gone'] : undefined}>{dish.name}</span>
            <TextInput
              className={styles['number'] ?? ''}
              aria-label={`Vendidos: ${dish.name}`}
              type="text"
              inputMode="numeric"
              autoComplete="off"
              value={form.text(dish.id, known)}
              error={form.errors[dish.id]}
              onChange={(event) => form.type(dish.id, keepDigits(event.currentTarget.value))}
              onKeyDown={toNextRow}
            />
          </li>
        ))}
      </ul>
      {problem !== undefined && (
        <p role="alert" className={styles['problem']}>
          {problem}
        </p>
      )}
      <div className={styles['actions']}>
        <Button onClick={() => void save()} disabled={!form.isChanged(known)}>
          Salvar vendas
        </Button>
      </div>
    </>
  );
});

/** What is on the menu, and below it what was sold of dishes that are gone. */
function sellable(dishes: ReadonlyMap<string, Dish>, known: readonly SoldDish[]): readonly Sellable[] {
  const gone = known.filter(({ dishId }) => !dishes.has(dishId));
  return [
    ...[...dishes.values()].map(({ id, name }) => ({ id, name, isGone: false })),
    ...gone.map(({ dishId }, i) => ({
      id: dishId,
      name: gone.length === 1 ? 'Prato removido' : `Prato removido ${i + 1}`,
      isGone: true,
    })),
  ];
}

/** Enter and the arrows go from row to row, as in a spreadsheet. */
function toNextRow(event: KeyboardEvent<HTMLInputElement>): void {
  const step = event.key === 'Enter' || event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const fields = [...(event.currentTarget.closest('ul')?.querySelectorAll('input') ?? [])];
  const next = fields[fields.indexOf(event.currentTarget) + step];
  next?.focus();
  next?.select();
}
