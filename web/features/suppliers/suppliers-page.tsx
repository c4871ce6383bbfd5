import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { SupplierBody } from '#contract/entities/supplier.schema.ts';
import { formatCount } from '#domain/format.ts';
import { whenChanged } from '#web/stores/business/watch-business.ts';
import { DataLoader } from '#web/stores/data-loader.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { RemoteDataView } from '#web/ui/remote-data-view.tsx';
import { EmptyNote } from '#web/ui/note.tsx';
import { Section } from '#web/ui/section.tsx';
import { RowList } from '../entry/row-list.tsx';
import { readSuppliers } from '../fields/purchasing.ts';
import { PriceComparison } from './price-comparison.tsx';
import { SupplierRow } from './supplier-row.tsx';
import { usesPurchases } from '#domain/business/ingredient/price.ts';
import { Choice } from '#web/ui/choice.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { announceChange } from '../entry/announce-change.ts';

/** The page of the suppliers and their prices. */
export const SuppliersPage = observer(function SuppliersPage() {
  const { business } = useStores();
  const [loader] = useState(() => new DataLoader(() => readSuppliers(business)));
  useEffect(() => void loader.load(), [loader]);
  useEffect(() => whenChanged(business, () => void loader.load()), [business, loader]);
  const lists = business.data('ingredients', 'settings');
  const retry = (): void => {
    if (lists.kind === 'failed') void business.reader.retry();
    void loader.load();
  };
  return (
    <Section
      title="Fornecedores"
      explanation="Quanto cada fornecedor cobrou por insumo na última compra, lado a lado, na mesma unidade."
    >
      <RemoteDataView
        data={lists.kind === 'known' ? loader.data : lists}
        onRetry={retry}
        loading="Carregando fornecedores..."
        failure="Erro ao carregar fornecedores"
      >
        {(suppliers) => <Suppliers bodies={suppliers} />}
      </RemoteDataView>
    </Section>
  );
});

const Suppliers = observer(function Suppliers({ bodies }: { readonly bodies: readonly SupplierBody[] }) {
  const { suppliers } = useStores().business.state;
  if (bodies.length === 0)
    return (
      <div className="stack gap-24">
        <EmptyNote
          text="Nenhum fornecedor ainda."
          advice="Lance uma compra e diga de quem: o fornecedor aparece aqui com o preço de cada insumo."
        />
        <PriceRule />
      </div>
    );
  const ingredientCounts = new Map(bodies.map(({ id, prices }) => [id, prices.length]));
  return (
    <div className="stack gap-24">
      <PriceComparison bodies={bodies} />
      <div className="stack gap-12">
        <h2 className="text-17 weight-600">De quem você compra</h2>
        <RowList label="Fornecedores">
          {[...suppliers.values()].map((supplier) => (
            <SupplierRow
              key={supplier.id}
              supplier={supplier}
              purchaseText={itemsText(ingredientCounts.get(supplier.id) ?? 0)}
            />
          ))}
        </RowList>
      </div>
      <PriceRule />
    </div>
  );
});

const itemsText = (items: number): string =>
  items === 0 ? 'sem compras' : `${formatCount(items)} ${items === 1 ? 'insumo' : 'insumos'}`;

const RULES = [
  { value: 'last', label: 'Última compra' },
  { value: 'mean_of_three', label: 'Média de três' },
] as const;

/** The choice of how prices follow from purchases, shown once a price comes from a purchase. */
const PriceRule = observer(function PriceRule() {
  const { business } = useStores();
  const { settings, ingredients } = business.state;
  const hasPurchasePrices = settings.priceRule !== null || usesPurchases(ingredients);
  if (!hasPurchasePrices || business.isPast) return null;
  return (
    <Panel
      title="Preço dos insumos"
      hint="De onde sai o preço de quem já tem compra: só da última, ou da média das três últimas, que oscila menos."
    >
      <Choice
        label="Preço dos insumos"
        labelPosition="never"
        options={RULES}
        value={settings.priceRule ?? 'last'}
        onChange={(rule) => {
          const priceRule = rule === 'last' ? null : rule;
          const issued = business.issue({ type: 'ChangeBusinessSettings', priceRule });
          void announceChange({ issued, text: 'Salvo', failureNote: 'Não foi salvo.' });
          // Prices are derived from all purchases, which only the server has.
          void issued.outcome.then(() => business.reader.refresh());
        }}
      />
    </Panel>
  );
});
