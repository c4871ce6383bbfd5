import { Button } from '@mantine/core';
import { CalendarRange } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { readSoldQuantity } from '#domain/amounts.ts';
import { weeklySales } from '#domain/figures/mix.ts';
import { formatCount } from '#domain/format.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { AmountField } from '#web/ui/amount-field.tsx';
import { CountField } from '#web/ui/count-field.tsx';
import { EmptyNote } from '#web/ui/note.tsx';
import { notify } from '#web/ui/notify.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { filterByName } from '../entry/equal-name.ts';
import { focusNextField } from '../entry/row-focus.ts';
import { Search, SEARCH_FROM } from '../entry/searchable-list.tsx';
import { roundForScale } from '../fields/round-for-scale.ts';
import { SalesLoader } from '../mix/sales-loader.ts';
import { SalesLink } from '../navigation/links.tsx';
import { HOME_QUANTITY_RULE, type DishRow, type ShoppingDraft } from './shopping-draft.ts';
import styles from './shopping.module.css';

interface DraftProps {
  readonly draft: ShoppingDraft;
}

const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => focusNextField(event, null);

/** The number of each dish to make. */
export const DishQuantities = observer(function DishQuantities({ draft }: DraftProps) {
  const [search, setSearch] = useState('');
  const { rows } = draft;
  const isSearchable = rows.length > SEARCH_FROM;
  const matches = isSearchable ? filterByName(rows, search) : rows;
  if (rows.length === 0)
    return (
      <EmptyNote
        text="Nenhum prato cadastrado ainda."
        advice="Cadastre os pratos em Ficha Técnica: a lista sai do que vai em cada um."
      />
    );
  return (
    <Panel title="O que vai sair" hint="Quantas porções de cada prato. Enter vai para o próximo.">
      <WeekOfSales draft={draft} />
      {isSearchable && <Search label="Procurar prato" text={search} matchCount={matches.length} onChange={setSearch} />}
      {matches.length === 0 && <EmptyNote text={`Nenhum prato com “${search.trim()}” no nome.`} />}
      <ul className="stack list" aria-label="Pratos">
        {matches.map((row) => (
          <DishField key={row.key} draft={draft} row={row} />
        ))}
      </ul>
      <NoSalesHint />
    </Panel>
  );
});

const DishField = observer(function DishField({ draft, row: { key, name } }: DraftProps & { readonly row: DishRow }) {
  const text = draft.quantity(key);
  const reading = readSoldQuantity(text);
  return (
    <li className={`${styles['row']} stack at-middle across-12 pad-block-8 line-below`}>
      <span className="breaks">{name}</span>
      <CountField
        className={styles['number'] ?? ''}
        aria-label={`Quantos: ${name}`}
        value={text}
        error={reading.ok ? undefined : reading.sentence}
        onChange={(typed) => draft.typeQuantity(key, typed)}
        onKeyDown={handleKeyDown}
      />
    </li>
  );
});

/** A button that fills in a week of sales. The sales are read in the background. */
const WeekOfSales = observer(function WeekOfSales({ draft }: DraftProps) {
  const { business } = useStores();
  const [reading] = useState(() => new SalesLoader(business));
  const hasSales = business.mix.hasSales;
  useEffect(() => {
    if (hasSales) void reading.load();
  }, [hasSales, reading]);
  const week = weeklySales(business.state);
  if (week.length > 0)
    return (
      <div>
        <Button
          variant="default"
          leftSection={<CalendarRange size={18} aria-hidden />}
          onClick={() => {
            const undo = draft.planWeek(week);
            const portions = week.reduce((sum, { quantity }) => sum + quantity, 0);
            notify({ text: `Uma semana das suas vendas: ${formatCount(portions)} porções.`, undo });
          }}
        >
          Usar uma semana de vendas
        </Button>
      </div>
    );
  if (!hasSales || reading.data.kind !== 'failed' || business.reader.cachedAt) return null;
  return <p className="soft text-15">Não deu para ler suas vendas agora: digite as quantidades.</p>;
});

const NoSalesHint = observer(function NoSalesHint() {
  const { mix, reader } = useStores().business;
  if (reader.cachedAt || mix.data.kind !== 'known' || mix.hasSales) return null;
  return (
    <div>
      <p className="soft text-15">Conte o que vendeu no mês e uma semana de vendas preenche a lista.</p>
      <SalesLink />
    </div>
  );
});

/** The quantities that are at home already. */
export const StockAtHome = observer(function StockAtHome({ draft }: DraftProps) {
  const { items } = draft;
  return (
    <Panel title="O que já tem em casa" hint="Olhe a geladeira e a despensa. Vazio é nada.">
      {items.length === 0 && <p className="soft">Diga antes quantos de cada prato vão sair.</p>}
      <ul className="stack list" aria-label="Em casa">
        {items.map(({ ingredient: { id, name, unit }, need }) => (
          <li key={id} className={`${styles['row']} stack at-middle across-12 pad-block-8 line-below`}>
            <span>
              <span className="block breaks">{name}</span>
              <span className="faint text-15">precisa de {roundForScale(need, unit)}</span>
            </span>
            <AmountField
              className={`${styles['number']} ${styles['unlabelled']}`}
              label={`Em casa: ${name}, em ${unit}`}
              placeholder={unit}
              rule={HOME_QUANTITY_RULE}
              value={draft.atHome(id)}
              error={draft.atHomeProblem(id)}
              onChange={(text) => draft.typeAtHome(id, text)}
              onKeyDown={handleKeyDown}
            />
          </li>
        ))}
      </ul>
    </Panel>
  );
});
