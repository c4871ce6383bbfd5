import { Button } from '@mantine/core';
import { Check } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import type { KeyboardEvent } from 'react';
import { AMOUNTS } from '#domain/amounts.ts';
import { formatCount, formatMoney } from '#domain/format.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { AmountField } from '#web/ui/amount-field.tsx';
import { CountField } from '#web/ui/count-field.tsx';
import { ConflictNote, ChangesElsewhereNote } from '../entry/conflict-note.tsx';
import { useCached } from '../entry/use-cached.ts';
import styles from './revenue.module.css';
import { MonthEntry } from './month-entry.ts';

interface MonthCardProps {
  /** The month, 1–12. */
  readonly month: number;
  readonly name: string;
}

/** The revenue and orders of one month of the year. */
export const MonthCard = observer(function MonthCard({ month, name }: MonthCardProps) {
  const { business } = useStores();
  if (business.isPast) return <PastMonthCard month={month} name={name} />;
  return <EditableMonthCard month={month} name={name} />;
});

/** The revenue and orders of a month in the past, which cannot be changed. */
const PastMonthCard = observer(function PastMonthCard({ month, name }: MonthCardProps) {
  const revenue = useStores().business.state.months.get(month);
  return (
    <li className={`${styles['card']} relative shrinks card`}>
      <h2 className={`${styles['name']} row no-padding text-17 weight-600`}>{name}</h2>
      <dl className={`${styles['fields']} stack at-top shrinks gap-8 across-12 no-margin no-padding no-border`}>
        <div>
          <dt className="faint text-14">Faturamento</dt>
          <dd className="numeral no-margin text-17">
            {revenue && revenue.value > 0 ? formatMoney(revenue.value) : '–'}
          </dd>
        </div>
        <div>
          <dt className="faint text-14">Pedidos</dt>
          <dd className="numeral no-margin text-17">
            {revenue && revenue.orders > 0 ? formatCount(revenue.orders) : '–'}
          </dd>
        </div>
      </dl>
    </li>
  );
});

const EditableMonthCard = observer(function EditableMonthCard({ month, name }: MonthCardProps) {
  const { business } = useStores();
  const entry = useCached(business, `month ${month}`, () => new MonthEntry(business, month));
  return (
    <li className={`${styles['card']} relative shrinks card`}>
      <fieldset className={`${styles['fields']} stack at-top shrinks gap-8 across-12 no-margin no-padding no-border`}>
        <legend className={`${styles['name']} row no-padding text-17 weight-600`}>{name}</legend>
        <AmountField
          className="shrinks"
          label="Faturamento"
          rule={AMOUNTS.monthlyRevenue}
          value={entry.text('value')}
          error={entry.errors.value}
          onChange={(text) => entry.type('value', text)}
          onBlur={() => entry.blur('value')}
          onKeyDown={toNextField}
        />
        <OrdersField entry={entry} />
      </fieldset>
      <ChangesElsewhereNote sentence={entry.news} />
      {entry.question !== undefined && (
        <ConflictNote
          sentence={entry.question}
          onKeepSaved={() => entry.keepSaved()}
          onOverwrite={() => entry.saveMine()}
        />
      )}
      <SaveState name={name} entry={entry} />
    </li>
  );
});

const OrdersField = observer(function OrdersField({ entry }: { readonly entry: MonthEntry }) {
  return (
    <CountField
      className="shrinks"
      label="Pedidos"
      value={entry.text('orders')}
      error={entry.errors.orders}
      onChange={(text) => entry.type('orders', text)}
      onBlur={() => entry.blur('orders')}
      onKeyDown={toNextField}
    />
  );
});

const SAVE_TEXTS = { no: '', saving: 'Salvando…', saved: 'Salvo', undone: 'Desfeito' } as const;

const SaveState = observer(function SaveState({ name, entry }: { readonly name: string; readonly entry: MonthEntry }) {
  const problem = entry.errors.value ?? entry.errors.orders;
  return (
    <div className={`${styles['state']} row absolute touch gap-4 faint text-14`}>
      <span role="status" className="inline-row gap-4">
        {entry.saving === 'saved' && <Check size={16} aria-hidden />}
        {entry.saving !== 'no' && <span className="visually-hidden">{name}: </span>}
        {SAVE_TEXTS[entry.saving]}
        {/* The text is visible beside its field, and repeated here for screen readers, because the focus has moved on. */}
        {problem !== undefined && (
          <span className="visually-hidden">
            {name} não foi salvo. {problem}
          </span>
        )}
      </span>
      {entry.canUndo && (
        <>
          <span aria-hidden="true"> · </span>
          <Button variant="subtle" size="compact-md" className="pad-inline-8" onClick={() => void entry.undo()}>
            Desfazer
            <span className="visually-hidden"> {name}</span>
          </Button>
        </>
      )}
    </div>
  );
});

/** Enter moves to the next field, as in a spreadsheet; leaving a field saves it. */
function toNextField(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  const fields = [...(event.currentTarget.closest('ol')?.querySelectorAll('input') ?? [])];
  const next = fields[fields.indexOf(event.currentTarget) + 1];
  if (next) next.focus();
  else event.currentTarget.blur();
}
