import '#web/ui/mantine-fields.ts';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, useState } from 'react';
import { dayOf } from '#contract/instants.ts';
import { yearMonthName } from '#contract/month-names.ts';
import { MAIN, salesKey, type SoldDish } from '#domain/business/sales.ts';
import type { Dish } from '#domain/business/state.ts';
import { keepDigits } from '#domain/numerals.ts';
import { newId } from '#web/stores/business/new-id.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { EmptyNote } from '#web/ui/empty-note.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { channelsOf } from '../channels/channels-of.ts';
import { announceChange } from '../entry/announce-change.ts';
import { useKept } from '../entry/use-kept.ts';
import { offeredMonths } from './months.ts';
import styles from './sales.module.css';
import { type Sellable, SalesForm } from './sales-form.ts';

/** How many of each dish were sold in a month, in one channel. */
export const SalesGrid = observer(function SalesGrid() {
  const { business } = useStores();
  const [months] = useState(() => offeredMonths(dayOf(new Date())));
  const [month, setMonth] = useState(months[1] ?? '');
  const channels = channelsOf(business);
  const [chosen, setChosen] = useState<string>();
  const channel = channels.find(({ id }) => id === chosen) ?? channels[0];
  const [problem, setProblem] = useState<string>();
  const place = { month, channelId: channel?.id ?? MAIN };
  const form = useKept(business, `sales ${salesKey(place)}`, () => new SalesForm());
  const known = business.state.sales.get(salesKey(place))?.rows ?? [];
  const dishes = sellable(business.state.dishes, known);
  const save = async (): Promise<void> => {
    const rows = form.read(known);
    if (!rows || rows.length === 0) return;
    const issued = business.issue({ type: 'RecordSales', ...place, newChannelId: newId(), rows });
    setProblem(issued.refused?.sentence);
    if (issued.refused) return;
    const text = `Vendas de ${yearMonthName(month)} salvas`;
    void announceChange({ issued, text, otherwise: 'As vendas não foram salvas.' });
    const { kind } = await issued.outcome;
    if (kind === 'saved') form.forget();
  };
  return (
    <Panel title="O que você vendeu" hint="Quantas unidades de cada prato saíram no mês. Enter vai para o próximo.">
      <div className={styles['choices']}>
        <NativeSelect
          className={styles['choice'] ?? ''}
          label="Mês"
          value={month}
          onChange={(event) => setMonth(event.currentTarget.value)}
          data={months.map((value) => ({ value, label: yearMonthName(value) }))}
        />
        {channels.length > 1 && (
          <NativeSelect
            className={styles['choice'] ?? ''}
            label="Canal"
            value={place.channelId}
            onChange={(event) => setChosen(event.currentTarget.value)}
            data={channels.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
      </div>
      {dishes.length === 0 ? (
        <EmptyNote
          text="Nenhum prato cadastrado ainda."
          advice="Cadastre os pratos em Receitas: aqui você diz quantos saíram."
        />
      ) : (
        <ul className={styles['rows']} aria-label={`Vendas de ${yearMonthName(month)}`}>
          {dishes.map(({ id, name, isGone }) => (
            <li key={id} className={styles['row']}>
              <span className={isGone ? styles['gone'] : undefined}>{isGone ? 'Prato removido' : name}</span>
              <TextInput
                className={styles['number'] ?? ''}
                aria-label={`Vendidos: ${isGone ? 'prato removido' : name}`}
                type="text"
                inputMode="numeric"
                autoComplete="off"
                value={form.text(id, known)}
                error={form.errors[id]}
                onChange={(event) => form.type(id, keepDigits(event.currentTarget.value))}
                onKeyDown={toNextRow}
              />
            </li>
          ))}
        </ul>
      )}
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
    </Panel>
  );
});

/** What is on the menu, and below it what was sold of dishes that are gone. */
function sellable(dishes: ReadonlyMap<string, Dish>, known: readonly SoldDish[]): readonly Sellable[] {
  const gone = known.filter(({ dishId }) => !dishes.has(dishId));
  return [
    ...[...dishes.values()].map(({ id, name }) => ({ id, name, isGone: false })),
    ...gone.map(({ dishId }) => ({ id: dishId, name: '', isGone: true })),
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
