import { MAIN, type SoldDish, type ChannelSales, salesKey } from '#domain/business/sales/fields.ts';
import { Button } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, useRef, useState } from 'react';
import { monthName, yearMonthName } from '#contract/month-names.ts';
import type { Channel, Business } from '#domain/business/state.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { newId } from '#web/stores/business/entity-id.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { EmptyNote } from '#web/ui/empty-note.tsx';
import { announceChange } from '../entry/announce-change.ts';
import { ConflictNote, NewsNote } from '../entry/conflict-note.tsx';
import { newerSentence } from '../entry/conflict-sentences.ts';
import { focusNextField } from '../entry/next-field.ts';
import type { SavedSales, SalesForm } from './sales-form.ts';
import { SalesRow } from './sales-row.tsx';
import { sellableDishesIn, countedOf, type SellableDish } from './sellable-dish.ts';
import { toSafeNumber } from '#domain/decimal.ts';
import { count, money } from '#domain/format.ts';
import styles from './sales.module.css';

interface SalesTotalProps {
  readonly dishes: readonly SellableDish[];
  readonly form: SalesForm;
  readonly known: SavedSales;
}

/** The totals of all rows as typed, for comparing with a report. */
const SalesTotal = observer(function SalesTotal({ dishes, form, known }: SalesTotalProps) {
  const rows = dishes.flatMap((dish) => {
    const sold = form.soldAs(dish.id, known);
    const brought = sold ? countedOf(sold, dish) : 0n;
    return sold && brought > 0n ? [{ quantity: sold.quantity, brought }] : [];
  });
  const sold = rows.reduce((all, { quantity }) => all + quantity, 0);
  if (sold === 0) return null;
  return (
    <p className={`${styles['total']} flex between gap-16 weight-600`}>
      <span>
        Total: {count(sold)} {sold === 1 ? 'venda' : 'vendas'}
      </span>
      <span className="numeral">{money(toSafeNumber(rows.reduce((all, { brought }) => all + brought, 0n)))}</span>
    </p>
  );
});

const NOTHING: SavedSales = new Map();
/** A set of sales is immutable: its rows are indexed once, and components render again only for another set. */
const rowsOf = new WeakMap<ChannelSales, SavedSales>();

/** The saved sales of a month and channel; empty without a channel. */
export function rowsIn(sales: Business['sales'], month: string, channel: Channel | undefined): SavedSales {
  const set = channel && sales.get(salesKey({ month, channelId: channel.id }));
  if (!set) return NOTHING;
  const rows = rowsOf.get(set) ?? new Map(set.rows.map((row) => [row.dishId, row]));
  rowsOf.set(set, rows);
  return rows;
}

/** The channel's sales in the latest earlier month that has any. */
function latestBefore(sales: Business['sales'], month: string, channel: Channel | undefined): ChannelSales | undefined {
  let latest: ChannelSales | undefined;
  for (const set of sales.values())
    if (set.channelId === channel?.id && set.month < month && set.month > (latest?.month ?? '')) latest = set;
  return latest;
}

/** The sales after saving these rows; quantity 0 clears one. */
function withRows(known: SavedSales, rows: readonly SoldDish[]): SavedSales {
  const after = new Map(known);
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
  const [goOn] = useState(() => (event: KeyboardEvent<HTMLInputElement>) => focusNextField(event, saveButton.current));
  const { state } = business;
  const known = rowsIn(state.sales, month, channel);
  const dishes = sellableDishesIn({ dishes: state.dishes, channel, known, removedNames: business.removedNames });
  const nameOf = (id: string): string => dishes.find((dish) => dish.id === id)?.name ?? 'Prato removido';
  const save = () => setProblem(saveSales({ form, month, channel, known, business }));
  if (dishes.length === 0)
    return (
      <EmptyNote
        text="Nenhum prato cadastrado ainda."
        advice="Cadastre os pratos em Ficha Técnica: aqui você diz quantos saíram."
      />
    );
  const isChanged = form.isChanged(known);
  const newer = form.newer(known, nameOf);
  const needsDecision = form.needsDecision(known);
  return (
    <>
      {known.size === 0 && !isChanged && <Beginning form={form} month={month} channel={channel} />}
      <ul className="stack list" aria-label={`Vendas de ${yearMonthName(month)}`}>
        {dishes.map((dish) => (
          <SalesRow key={dish.id} {...dish} form={form} known={known} onKeyDown={goOn} />
        ))}
      </ul>
      <SalesTotal dishes={dishes} form={form} known={known} />
      {!needsDecision && <NewsNote sentence={newsOf(newer)} />}
      {needsDecision && (
        <ConflictNote
          sentence={newerSentence(newer, { verb: 'digitava', place: 'Aqui' })}
          onKeepSaved={() => {
            form.keepSaved(known);
            save();
          }}
          onOverwrite={() => {
            form.acceptSaved(known);
            save();
          }}
        />
      )}
      {problem !== undefined && (
        <p role="alert" className="no-margin tomato">
          {problem}
        </p>
      )}
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
  readonly known: SavedSales;
  readonly business: BusinessStore;
}

/** @returns the failure, if saving is not possible */
function saveSales({ form, month, channel, known, business }: SalesToSave): string | undefined {
  const rows = form.read(known);
  if (!rows || rows.length === 0 || form.waitForDecision(known)) return undefined;
  const channelId = channel?.id ?? MAIN;
  const issued = business.issue({ type: 'RecordSales', month, channelId, newChannelId: newId(), rows });
  if (issued.refused) return issued.refused.sentence;
  const sent = form.typed();
  // A pending save is not a newer change.
  form.acceptSaved(withRows(known, rows));
  const text = `Vendas de ${yearMonthName(month)} salvas`;
  void announceChange({ issued, text, failureNote: 'As vendas não foram salvas.' });
  void issued.outcome.then((outcome) => {
    if (outcome.kind === 'saved') form.forget(sent);
    else {
      form.acceptSaved(rowsIn(business.state.sales, month, channel));
      for (const [dishId, sentence] of rowSentences(outcome.failure.fields, rows)) form.refuse(dishId, sentence);
    }
    return outcome;
  });
  return undefined;
}

/** An offer to fill an empty month with the quantities of the previous one. */
const Beginning = observer(function Beginning({ form, month, channel }: SalesRowsProps) {
  const { state } = useStores().business;
  const before = latestBefore(state.sales, month, channel);
  const rows = before?.rows.filter(({ dishId }) => state.dishes.has(dishId)) ?? [];
  if (!before || rows.length === 0) return null;
  const isSameYear = before.month.slice(0, 4) === month.slice(0, 4);
  const name = isSameYear ? monthName(Number(before.month.slice(5))) : yearMonthName(before.month);
  return (
    <div className="row wrap gap-12">
      <Button variant="default" onClick={() => form.beginWith(rows)}>
        Começar com as de {name}
      </Button>
      <span className="no-margin soft pretty">Você confere e salva.</span>
    </div>
  );
});

function newsOf(newer: ReturnType<SalesForm['newer']>): string | undefined {
  if (newer.length === 0) return undefined;
  const each = newer.slice(0, 3).map(({ name, current }) => `“${name}” agora está com ${current}`);
  return `Mudou enquanto você digita: ${each.join('; ')}. O que você digitou continua aqui.`;
}

/** The server names a row by its path in the request: 'rows.3.quantity'. */
function rowSentences(fields: Readonly<Record<string, string>>, sent: readonly SoldDish[]): [string, string][] {
  return Object.entries(fields).flatMap(([field, sentence]): [string, string][] => {
    const row = sent[Number(/^rows\.(\d+)/.exec(field)?.[1] ?? -1)];
    return row ? [[row.dishId, sentence]] : [];
  });
}
