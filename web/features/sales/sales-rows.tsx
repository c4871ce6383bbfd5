import { MAIN, type SoldDish, type ChannelSales, salesKey } from '#domain/business/sales/fields.ts';
import { Button } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, useRef, useState } from 'react';
import { monthName, yearMonthName } from '#contract/instants.ts';
import type { Channel, Business } from '#domain/business/state.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { newId } from '#web/stores/business/entity-id.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { EmptyNote, Problem } from '#web/ui/note.tsx';
import { announceChange } from '../entry/announce-change.ts';
import { ConflictNote, ChangesElsewhereNote } from '../entry/conflict-note.tsx';
import { newerSentence } from '../entry/conflict-sentences.ts';
import { focusNextField } from '../entry/row-focus.ts';
import type { SavedSales, SalesForm } from './sales-form.ts';
import { SalesRow } from './sales-row.tsx';
import { sellableDishesIn, countedRevenue, type SellableDish } from './sellable-dish.ts';
import { toSafeNumber } from '#domain/decimal.ts';
import { formatCount, formatMoney } from '#domain/format.ts';
import styles from './sales.module.css';

interface SalesTotalProps {
  readonly dishes: readonly SellableDish[];
  readonly form: SalesForm;
  readonly saved: SavedSales;
}

/** The totals of all rows as typed, for comparing with a report. */
const SalesTotal = observer(function SalesTotal({ dishes, form, saved }: SalesTotalProps) {
  const rows = dishes.flatMap((dish) => {
    const sold = form.saleOf(dish.id, saved);
    const revenue = sold ? countedRevenue(sold, dish) : 0n;
    return sold && revenue > 0n ? [{ quantity: sold.quantity, revenue }] : [];
  });
  const sold = rows.reduce((all, { quantity }) => all + quantity, 0);
  if (sold === 0) return null;
  return (
    <p className={`${styles['total']} flex between gap-16 weight-600`}>
      <span>
        Total: {formatCount(sold)} {sold === 1 ? 'venda' : 'vendas'}
      </span>
      <span className="numeral">{formatMoney(toSafeNumber(rows.reduce((all, { revenue }) => all + revenue, 0n)))}</span>
    </p>
  );
});

const NO_SALES: SavedSales = new Map();
/** A set of sales is immutable: its rows are indexed once, and components render again only for another set. */
const salesCache = new WeakMap<ChannelSales, SavedSales>();

/** The saved sales of a month and channel; empty without a channel. */
export function savedSalesOf(sales: Business['sales'], month: string, channel: Channel | undefined): SavedSales {
  const channelSales = channel && sales.get(salesKey({ month, channelId: channel.id }));
  if (!channelSales) return NO_SALES;
  const rows = salesCache.get(channelSales) ?? new Map(channelSales.rows.map((row) => [row.dishId, row]));
  salesCache.set(channelSales, rows);
  return rows;
}

/** The channel's sales in the latest earlier month that has any. */
function latestSalesBefore(
  sales: Business['sales'],
  month: string,
  channel: Channel | undefined,
): ChannelSales | undefined {
  let latest: ChannelSales | undefined;
  for (const channelSales of sales.values())
    if (
      channelSales.channelId === channel?.id &&
      channelSales.month < month &&
      channelSales.month > (latest?.month ?? '')
    )
      latest = channelSales;
  return latest;
}

/** The sales after saving these rows; quantity 0 clears one. */
function withRows(saved: SavedSales, rows: readonly SoldDish[]): SavedSales {
  const after = new Map(saved);
  for (const row of rows)
    if (row.quantity === 0) after.delete(row.dishId);
    else after.set(row.dishId, row);
  return after;
}

interface SalesRowsProps {
  readonly form: SalesForm;
  readonly month: string;
  /** The channel; undefined before the first sale, which makes the main one. */
  readonly channel: Channel | undefined;
}

/** The rows of one month and channel, one for each dish. */
export const SalesRows = observer(function SalesRows({ form, month, channel }: SalesRowsProps) {
  const { business } = useStores();
  const [problem, setProblem] = useState<string>();
  const saveButton = useRef<HTMLButtonElement>(null);
  // The handler keeps its identity, so that a row renders again only after its own change.
  const [handleKeyDown] = useState(
    () => (event: KeyboardEvent<HTMLInputElement>) => focusNextField(event, saveButton.current),
  );
  const { state } = business;
  const saved = savedSalesOf(state.sales, month, channel);
  const dishes = sellableDishesIn({
    dishes: state.dishes,
    channel,
    saved,
    removedDishNames: business.removedDishNames,
  });
  const nameOf = (id: string): string => dishes.find((dish) => dish.id === id)?.name ?? 'Prato removido';
  const save = () => setProblem(saveSales({ form, month, channel, saved, business }));
  if (dishes.length === 0)
    return (
      <EmptyNote
        text="Nenhum prato cadastrado ainda."
        advice="Cadastre os pratos em Ficha Técnica: aqui você diz quantos saíram."
      />
    );
  const isChanged = form.isChanged(saved);
  const conflicts = form.conflicts(saved, nameOf);
  const needsDecision = form.needsDecision(saved);
  return (
    <>
      {saved.size === 0 && !isChanged && <CopyOffer form={form} month={month} channel={channel} />}
      <ul className="stack list" aria-label={`Vendas de ${yearMonthName(month)}`}>
        {dishes.map((dish) => (
          <SalesRow key={dish.id} {...dish} form={form} saved={saved} onKeyDown={handleKeyDown} />
        ))}
      </ul>
      <SalesTotal dishes={dishes} form={form} saved={saved} />
      {!needsDecision && <ChangesElsewhereNote sentence={newsSentence(conflicts)} />}
      {needsDecision && (
        <ConflictNote
          sentence={newerSentence(conflicts, { verb: 'digitava', place: 'Aqui' })}
          onKeepSaved={() => {
            form.keepSaved(saved);
            save();
          }}
          onOverwrite={() => {
            form.keepInput(saved);
            save();
          }}
        />
      )}
      <Problem text={problem} className="no-margin tomato" />
      <div className="row wrap gap-12">
        <Button ref={saveButton} onClick={save} disabled={!isChanged}>
          Salvar vendas
        </Button>
        {isChanged && (
          <Button variant="subtle" color="gray" onClick={() => form.clear()}>
            Descartar o que digitei
          </Button>
        )}
      </div>
    </>
  );
});

interface SalesToSave extends SalesRowsProps {
  readonly saved: SavedSales;
  readonly business: BusinessStore;
}

/** @returns the failure, if saving is not possible */
function saveSales({ form, month, channel, saved, business }: SalesToSave): string | undefined {
  const rows = form.read(saved);
  if (!rows || rows.length === 0 || form.waitForDecision(saved)) return undefined;
  const channelId = channel?.id ?? MAIN;
  const issued = business.issue({ type: 'RecordSales', month, channelId, newChannelId: newId(), rows });
  if (issued.refused) return issued.refused.sentence;
  const submittedTexts = form.drafts();
  // A pending save is not a newer change.
  form.keepInput(withRows(saved, rows));
  const text = `Vendas de ${yearMonthName(month)} salvas`;
  void announceChange({ issued, text, failureNote: 'As vendas não foram salvas.' });
  void issued.outcome.then((outcome) => {
    if (outcome.kind === 'saved') form.forget(submittedTexts);
    else {
      form.keepInput(savedSalesOf(business.state.sales, month, channel));
      for (const [dishId, sentence] of errorsByDish(outcome.failure.fields, rows)) form.showError(dishId, sentence);
    }
    return outcome;
  });
  return undefined;
}

/** An offer to fill an empty month with the quantities of the previous one. */
const CopyOffer = observer(function CopyOffer({ form, month, channel }: SalesRowsProps) {
  const { state } = useStores().business;
  const previous = latestSalesBefore(state.sales, month, channel);
  const rows = previous?.rows.filter(({ dishId }) => state.dishes.has(dishId)) ?? [];
  if (!previous || rows.length === 0) return null;
  const isSameYear = previous.month.slice(0, 4) === month.slice(0, 4);
  const name = isSameYear ? monthName(Number(previous.month.slice(5))) : yearMonthName(previous.month);
  return (
    <div className="row wrap gap-12">
      <Button variant="default" onClick={() => form.fillFrom(rows)}>
        Começar com as de {name}
      </Button>
      <span className="no-margin soft pretty">Você confere e salva.</span>
    </div>
  );
});

function newsSentence(conflicts: ReturnType<SalesForm['conflicts']>): string | undefined {
  if (conflicts.length === 0) return undefined;
  const changes = conflicts.slice(0, 3).map(({ name, current }) => `“${name}” agora está com ${current}`);
  return `Mudou enquanto você digita: ${changes.join('; ')}. O que você digitou continua aqui.`;
}

/** The server names a row by its path in the request: 'rows.3.quantity'. */
function errorsByDish(fields: Readonly<Record<string, string>>, rows: readonly SoldDish[]): [string, string][] {
  return Object.entries(fields).flatMap(([field, sentence]): [string, string][] => {
    const row = rows[Number(/^rows\.(\d+)/.exec(field)?.[1] ?? -1)];
    return row ? [[row.dishId, sentence]] : [];
  });
}
