import { Button, NativeSelect } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { Link, useSearch } from 'wouter';
import type { PurchaseBody } from '#contract/entities/purchase.schema.ts';
import { dayOf, dayText, yearMonthName } from '#contract/instants.ts';
import { formatCount } from '#domain/format.ts';
import { whenChanged } from '#web/stores/business/watch-business.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { DataLoader } from '#web/stores/data-loader.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { ActionLink } from '#web/ui/action.tsx';
import { RemoteDataView } from '#web/ui/remote-data-view.tsx';
import { EmptyNote } from '#web/ui/note.tsx';
import { formatReais } from '#web/ui/instants.ts';
import { Section } from '#web/ui/section.tsx';
import { SlowDownloadButton } from '../export/download-button.tsx';
import { selectableMonths } from '../mix/sales-loader.ts';
import { purchaseAddress, QUICK_PURCHASE, RECEIPT } from '../navigation/addresses.ts';
import { PurchasePage } from './purchase-page.tsx';
import { type PurchaseListData, PurchasesList } from './purchases-list.ts';
import styles from './purchases.module.css';
import '#web/ui/mantine-fields.ts';

/** /dashboard/compras: the list of purchases, newest first, or one of them. */
export const PurchasesPage = observer(function PurchasesPage() {
  const purchaseId = new URLSearchParams(useSearch()).get('compra');
  return purchaseId === null ? <PurchaseList /> : <PurchasePage key={purchaseId} purchaseId={purchaseId} />;
});

const PurchaseList = observer(function PurchaseList() {
  const { business } = useStores();
  const [list] = useState(() => new PurchasesList(business));
  useEffect(() => void list.read(), [list]);
  useEffect(() => whenChanged(business, () => void list.read()), [business, list]);
  return (
    <Section
      title="Compras"
      explanation={explanationOf(business)}
      actions={
        <>
          <ActionLink to={QUICK_PURCHASE}>Compra rápida</ActionLink>
          <ActionLink tone="quiet" to={RECEIPT}>
            Lançar nota
          </ActionLink>
        </>
      }
    >
      <Filters list={list} />
      <RemoteDataView
        data={list.data}
        onRetry={() => list.read()}
        loading="Carregando compras..."
        failure="Erro ao carregar as compras"
      >
        {(data) => <PurchaseListContent data={data} list={list} />}
      </RemoteDataView>
    </Section>
  );
});

function explanationOf(business: BusinessStore): string {
  const explanation = 'O que você comprou, de quem e por quanto.';
  const settings = business.data('settings');
  if (settings.kind !== 'known') return explanation;
  return `${explanation} ${RULE_SENTENCES[settings.value.settings.priceRule ?? 'last']}`;
}

const RULE_SENTENCES = {
  last: 'A última compra de cada insumo faz o preço dele.',
  mean_of_three: 'A média das três últimas compras de cada insumo faz o preço dele.',
} as const;

interface ListProps {
  readonly list: PurchasesList;
}

const Filters = observer(function Filters({ list }: ListProps) {
  const { business } = useStores();
  const [months] = useState(() => selectableMonths(dayOf(new Date())));
  const [suppliers] = useState(() => new DataLoader(() => business.readHistory('listSuppliers', {})));
  useEffect(() => void suppliers.load(), [suppliers]);
  const { month, supplierId } = list.filter;
  const names = suppliers.data.kind === 'known' ? suppliers.data.value : [];
  return (
    <div className="flex wrap at-bottom gap-12" role="search" aria-label="Compras">
      <NativeSelect
        className={styles['choice'] ?? ''}
        label="Mês"
        value={month}
        onChange={(event) => void list.applyFilter({ month: event.currentTarget.value })}
        data={[
          { value: '', label: 'Todos os meses' },
          ...months.map((value) => ({ value, label: yearMonthName(value) })),
        ]}
      />
      {names.length > 0 && (
        <NativeSelect
          className={styles['choice'] ?? ''}
          label="Fornecedor"
          value={supplierId}
          onChange={(event) => void list.applyFilter({ supplierId: event.currentTarget.value })}
          data={[
            { value: '', label: 'Todos os fornecedores' },
            ...names.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
    </div>
  );
});

interface PurchaseListContentProps extends ListProps {
  readonly data: PurchaseListData;
}

const PurchaseListContent = observer(function PurchaseListContent({
  data: { purchases, hasMore },
  list,
}: PurchaseListContentProps) {
  const { month, supplierId } = list.filter;
  if (purchases.length === 0)
    return month === '' && supplierId === '' ? (
      <EmptyNote
        text="Nenhuma compra lançada ainda."
        advice="Pegue a última nota: um insumo e o preço já bastam, e os pratos que levam o insumo mudam na hora."
      />
    ) : (
      <EmptyNote text="Nenhuma compra com isso." advice="Escolha outro mês ou outro fornecedor." />
    );
  return (
    <div className="stack one-column gap-16">
      <ul className="card list" aria-label="Compras">
        {purchases.map((purchase) => (
          <PurchaseRow key={purchase.id} purchase={purchase} />
        ))}
      </ul>
      {list.hasLoadMoreFailed && (
        <p role="alert" className="tomato">
          Não deu para carregar. Confira a conexão e tente de novo.
        </p>
      )}
      <div className="row wrap gap-12">
        {hasMore && (
          <Button variant="default" loading={list.isLoadingMore} onClick={() => void list.loadMore()}>
            Ver anteriores
          </Button>
        )}
        <DownloadPurchases list={list} />
      </div>
    </div>
  );
});

function PurchaseRow({ purchase }: { readonly purchase: PurchaseBody }) {
  const { id, date, supplier, total, lines } = purchase;
  return (
    <li className="line-between">
      <Link
        to={purchaseAddress(id)}
        className="stack wide-and-narrow across-16 touch pad-block-12 pad-inline-16 same-colour no-underline hover-sunken"
      >
        <span className="weight-560 breaks">{supplier?.name ?? 'Sem fornecedor'}</span>
        <span className="numeral text-end">{formatReais(total)}</span>
        <span className="whole-row soft text-15 breaks">
          {dayText(date)} · {itemsText(lines)}
        </span>
      </Link>
    </li>
  );
}

/** Names the first items of a purchase: 'Muçarela, Presunto e mais 4'. */
function itemsText(lines: PurchaseBody['lines']): string {
  const names = [...new Set(lines.map(({ name }) => name))];
  const firstNames = names.slice(0, 3).join(', ');
  return names.length > 3 ? `${firstNames} e mais ${formatCount(names.length - 3)}` : firstNames;
}

const DownloadPurchases = observer(function DownloadPurchases({ list }: ListProps) {
  const { business } = useStores();
  const { month, supplierId } = list.filter;
  const supplier = business.state.suppliers.get(supplierId)?.name;
  const part = [month && yearMonthName(month), supplier && `só ${supplier}`].filter(Boolean).join(', ');
  return (
    <SlowDownloadButton
      label={part === '' ? 'Baixar para o contador' : `Baixar ${part} para o contador`}
      failure="Erro ao baixar as compras"
      download={async () => (await import('./purchases-csv.ts')).downloadPurchases(business, list.filter)}
    />
  );
});
