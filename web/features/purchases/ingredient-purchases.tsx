import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import type { PurchaseBody } from '#contract/entities/purchase.schema.ts';
import { dayText, yearMonthName } from '#contract/instants.ts';
import type { Ingredient } from '#domain/business/state.ts';
import type { TenThousandths } from '#domain/decimal.ts';
import { DataLoader } from '#web/stores/data-loader.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { RemoteDataView } from '#web/ui/remote-data-view.tsx';
import { purchaseAddress } from '../navigation/addresses.ts';
import { purchaseTitle, unitCost, unitCostText } from './purchase-words.ts';

interface IngredientProps {
  readonly ingredient: Ingredient;
}

/** The cost of one unit of the ingredient in one purchase. */
interface Offer {
  readonly purchase: PurchaseBody;
  readonly cost: TenThousandths;
}

/** The source of an ingredient's price, and the suppliers' prices over time. */
export const IngredientPurchases = observer(function IngredientPurchases({ ingredient }: IngredientProps) {
  const { business } = useStores();
  const [loader] = useState(
    () => new DataLoader(() => business.readHistory('listPurchases', { query: { ingredient_id: ingredient.id } })),
  );
  useEffect(() => void loader.load(), [loader]);
  return (
    <RemoteDataView
      data={loader.data}
      onRetry={() => loader.load()}
      loading="Carregando compras..."
      failure="Erro ao carregar as compras"
    >
      {(purchases) => <Offers ingredient={ingredient} purchases={purchases} />}
    </RemoteDataView>
  );
});

const Offers = observer(function Offers({
  ingredient,
  purchases,
}: IngredientProps & { readonly purchases: readonly PurchaseBody[] }) {
  const source = purchases.find(({ id }) => id === ingredient.priceSource?.purchaseId);
  const offers = purchases.flatMap((purchase) => offerIn(purchase, ingredient));
  const lastOffers = lastBySupplier(offers);
  const settings = useStores().business.data('settings');
  const priceRule = settings.kind === 'known' ? settings.value.settings.priceRule : undefined;
  const isMean = priceRule === 'mean_of_three' && offers.length > 1;
  if (offers.length === 0) return null;
  return (
    <section className="stack one-column whole-row gap-12" aria-label={`Compras de ${ingredient.name}`}>
      {source && (
        <p>
          {isMean ? 'O preço é a média das três últimas compras, até a ' : 'O preço vem da '}
          <Link to={purchaseAddress(source.id)} className="basil underlined lightly">
            {purchaseTitle(source).replace('Compra', 'compra')}
          </Link>
          .
        </p>
      )}
      {lastOffers.length > 1 && (
        <table className="wide">
          <caption className="soft text-15 text-start">Por fornecedor, o mais barato primeiro</caption>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">Fornecedor</th>
              <th scope="col">Preço</th>
              <th scope="col">Última compra</th>
            </tr>
          </thead>
          <tbody>
            {lastOffers.map(({ purchase, cost }) => (
              <tr key={purchase.id}>
                <th scope="row" className="text-start weight-450 breaks">
                  {purchase.supplier?.name}
                </th>
                <td className="numeral text-end">{unitCostText(cost, ingredient)}</td>
                <td className="soft text-end text-15">{dayText(purchase.date)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <CheapestByMonth offers={offers} ingredient={ingredient} />
    </section>
  );
});

/** The cheapest supplier of each month that has purchases. */
function CheapestByMonth({ offers, ingredient }: IngredientProps & { readonly offers: readonly Offer[] }) {
  const months = new Map<string, Offer>();
  for (const offer of offers) {
    const month = offer.purchase.date.slice(0, 7);
    const cheapest = months.get(month);
    if (!cheapest || offer.cost < cheapest.cost) months.set(month, offer);
  }
  return (
    <ul className="list stack gap-4" aria-label="O mais barato de cada mês">
      {[...months].map(([month, { purchase, cost }]) => (
        <li key={month} className="row between wrap across-16">
          <span className="soft text-15">{yearMonthName(month)}, o mais barato</span>
          <Link to={purchaseAddress(purchase.id)} className="inline-row touch basil underlined lightly">
            {purchase.supplier?.name ?? 'Sem fornecedor'}, {unitCostText(cost, ingredient)}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The cheapest line of the ingredient in a purchase; empty if no line has a cost. */
function offerIn(purchase: PurchaseBody, ingredient: Ingredient): readonly Offer[] {
  const costs = purchase.lines.flatMap((line) => {
    const cost = line.ingredient_id === ingredient.id ? unitCost(line, purchase, ingredient) : undefined;
    return cost === undefined ? [] : [cost];
  });
  return costs.length === 0 ? [] : [{ purchase, cost: Math.min(...costs) }];
}

/** The last purchase from each supplier, cheapest first. @param offers sorted by date, newest first */
function lastBySupplier(offers: readonly Offer[]): readonly Offer[] {
  const last = new Map<string, Offer>();
  for (const offer of offers) {
    const { supplier } = offer.purchase;
    if (supplier && !last.has(supplier.id)) last.set(supplier.id, offer);
  }
  return [...last.values()].toSorted((a, b) => a.cost - b.cost);
}
