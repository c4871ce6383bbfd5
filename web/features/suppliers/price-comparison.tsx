import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { SupplierBody } from '#contract/entities/supplier.schema.ts';
import { dayText } from '#contract/instants.ts';
import { formatPercentage } from '#domain/format.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { EmptyNote } from '#web/ui/note.tsx';
import { filterByName } from '../entry/equal-name.ts';
import { Search, SEARCH_FROM } from '../entry/searchable-list.tsx';
import { priceWithUnit } from '../fields/price-text.ts';
import { type ComparedIngredient, comparedIngredients, isCheapest, priceExcess } from './supplier-prices.ts';
import styles from './suppliers.module.css';

/** The prices of each ingredient side by side, lowest first. */
export const PriceComparison = observer(function PriceComparison({
  bodies: suppliers,
}: {
  readonly bodies: readonly SupplierBody[];
}) {
  const [search, setSearch] = useState('');
  const compared = comparedIngredients(suppliers, useStores().business.state);
  if (compared.length === 0) return <EmptyNote text="Nenhuma compra de insumo com fornecedor ainda." />;
  const isSearchable = compared.length > SEARCH_FROM;
  const matches = isSearchable ? filterByName(compared, search) : compared;
  return (
    <section className="stack gap-16" aria-label="Preço por insumo">
      {isSearchable && (
        <Search label="Procurar insumo" text={search} matchCount={matches.length} onChange={setSearch} />
      )}
      {matches.length === 0 && <EmptyNote text={`Nenhum insumo com “${search.trim()}” no nome.`} />}
      <ul className="list card clips hidden-empty">
        {matches.map((row) => (
          <IngredientOffers key={row.ingredient.id} row={row} />
        ))}
      </ul>
    </section>
  );
});

function IngredientOffers({ row }: { readonly row: ComparedIngredient }) {
  const { name, offers } = row;
  const excess = priceExcess(row);
  return (
    <li className={`${styles['ingredient']} stack at-baseline gap-8 pad-block-12 pad-inline-20 line-between`}>
      <div className="stack shrinks gap-2">
        <h2 className="text-16 weight-560 breaks">{name}</h2>
        {excess > 0 && <p className="faint text-14">até {formatPercentage(excess)} mais caro em outro</p>}
      </div>
      <ul className={`${styles['offers']} list stack at-top gap-8`}>
        {offers.map((offer) => (
          <li key={offer.supplierId} className="stack shrinks">
            <span className="row wrap gap-8">
              <span className="tabular weight-560">{priceWithUnit(offer.price, offer.unit)}</span>
              {isCheapest(row, offer) && <span className="chip on-basil-tint basil-strong">mais barato</span>}
            </span>
            <span className="faint text-14 breaks">
              {offer.supplier}, {dayText(offer.date)}
            </span>
          </li>
        ))}
      </ul>
    </li>
  );
}
