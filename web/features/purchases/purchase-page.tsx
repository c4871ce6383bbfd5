import { Button } from '@mantine/core';
import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { Reply } from '#contract/endpoint.ts';
import type { OwnerContract } from '#contract/owner.ts';
import { dayText } from '#contract/instants.ts';
import { formatMoney } from '#domain/format.ts';
import type { ServerOutcome } from '#web/stores/business/outcome.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { whenChanged } from '#web/stores/business/watch-business.ts';
import { DataLoader } from '#web/stores/data-loader.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { ActionLink } from '#web/ui/action.tsx';
import { RemoteDataView } from '#web/ui/remote-data-view.tsx';
import { EmptyNote, Problem } from '#web/ui/note.tsx';
import { formatReais } from '#web/ui/instants.ts';
import { Panel } from '#web/ui/panel.tsx';
import { Section } from '#web/ui/section.tsx';
import { PURCHASES } from '../navigation/addresses.ts';
import type { SavedPurchase } from './purchase-submission.ts';
import {
  quantityText,
  displayedCosts,
  effectSentences,
  purchaseTitle,
  unitCost,
  unitCostText,
} from './purchase-words.ts';
import styles from './purchases.module.css';

type UndoneOutcome = Extract<ServerOutcome<Reply<OwnerContract['takeBackPurchase']>>, { kind: 'saved' }>;

/** The state of the page of one purchase, which can be undone and restored. */
class PurchaseDetails {
  isUndoing = false;
  undoOutcome: UndoneOutcome | undefined = undefined;
  problem: string | undefined = undefined;
  readonly loader: DataLoader<SavedPurchase>;
  readonly #business: Pick<BusinessStore, 'readHistory' | 'changeOnServer'>;
  readonly #id: string;

  constructor(business: Pick<BusinessStore, 'readHistory' | 'changeOnServer'>, id: string) {
    this.#business = business;
    this.#id = id;
    this.loader = new DataLoader(() => business.readHistory('purchase', { params: { id } }));
    makeAutoObservable(this, { undoOutcome: observableRef, loader: false }, { autoBind: true });
  }

  async undo(): Promise<void> {
    this.isUndoing = true;
    const params = { id: this.#id };
    const outcome = await this.#business.changeOnServer((api, options) =>
      api.call('takeBackPurchase', { params, ...options }),
    );
    runInAction(() => {
      this.isUndoing = false;
      this.problem = outcome.kind === 'failed' ? outcome.failure.sentence : undefined;
      if (outcome.kind === 'saved') this.undoOutcome = outcome;
    });
  }

  async redo(): Promise<void> {
    const outcome = await this.undoOutcome?.undo?.();
    runInAction(() => {
      this.problem = outcome?.kind === 'failed' ? outcome.failure.sentence : undefined;
      if (outcome?.kind === 'saved') this.undoOutcome = undefined;
    });
    await this.loader.load();
  }
}

interface DetailsProps {
  readonly details: PurchaseDetails;
  readonly purchase: SavedPurchase;
}

/** One purchase with its lines, its effects on prices, and a button that undoes it. */
export const PurchasePage = observer(function PurchasePage({ purchaseId }: { readonly purchaseId: string }) {
  const { business } = useStores();
  const [details] = useState(() => new PurchaseDetails(business, purchaseId));
  useEffect(() => void details.loader.load(), [details]);
  useEffect(
    () =>
      whenChanged(business, () => {
        if (!details.undoOutcome) void details.loader.load();
      }),
    [business, details],
  );
  const { data } = details.loader;
  return (
    <Section
      title={data.kind === 'known' ? purchaseTitle(data.value) : 'Compra'}
      total={data.kind === 'known' ? { label: 'Total', value: formatReais(data.value.total) } : undefined}
      actions={
        <ActionLink tone="plain" to={PURCHASES}>
          Todas as compras
        </ActionLink>
      }
    >
      {data.kind === 'refused' ? (
        <EmptyNote text="Esta compra não está mais lançada." advice="Ela pode ter sido desfeita em outro aparelho." />
      ) : (
        <RemoteDataView
          data={data}
          onRetry={() => details.loader.load()}
          loading="Carregando compra..."
          failure="Erro ao carregar a compra"
        >
          {(purchase) => <PurchaseContent details={details} purchase={purchase} />}
        </RemoteDataView>
      )}
    </Section>
  );
});

const PurchaseContent = observer(function PurchaseContent({ details, purchase }: DetailsProps) {
  const costTexts = costTextsOf(purchase);
  return (
    <div className={`${styles['receipt']} stack one-column gap-16`}>
      {details.undoOutcome ? (
        <UndonePurchasePanel details={details} purchase={purchase} undoOutcome={details.undoOutcome} />
      ) : (
        <Panel title="O que esta compra mudou" hint="Quando foi lançada.">
          <div className="stack gap-4">
            {effectSentences(purchase.moved).map((sentence) => (
              <p key={sentence} className="breaks">
                {sentence}
              </p>
            ))}
          </div>
        </Panel>
      )}
      <Panel title="O que veio">
        <ul className="list" aria-label="Itens da compra">
          {purchase.lines.map((line, index) => (
            <PurchaseLineRow key={index} line={line} purchase={purchase} costText={costTexts[index]} />
          ))}
        </ul>
        <PurchaseTotals purchase={purchase} />
      </Panel>
      <Problem text={details.problem} />
      {!details.undoOutcome && (
        <div>
          <Button variant="default" loading={details.isUndoing} onClick={() => void details.undo()}>
            Desfazer esta compra
          </Button>
        </div>
      )}
    </div>
  );
});

interface PurchaseLineRowProps extends Pick<DetailsProps, 'purchase'> {
  readonly line: SavedPurchase['lines'][number];
  /** The line's cost with its share of the charges; undefined if there are none: 'com frete: R$ 10,40'. */
  readonly costText: string | undefined;
}

/** The cost of each line, in cents that add up to the displayed total; none without freight and discount. */
function costTextsOf(purchase: SavedPurchase): readonly string[] {
  const chargesText = chargesOf(purchase);
  if (chargesText === undefined) return [];
  return displayedCosts(purchase).map((cost) => `${chargesText}: ${formatMoney(cost)}`);
}

function chargesOf({ freight, discount }: Pick<SavedPurchase, 'freight' | 'discount'>): string | undefined {
  if (freight > 0) return discount > 0 ? 'com frete e desconto' : 'com frete';
  return discount > 0 ? 'com desconto' : undefined;
}

const PurchaseLineRow = observer(function PurchaseLineRow({ line, purchase, costText }: PurchaseLineRowProps) {
  const { business } = useStores();
  const ingredients = business.data('ingredients');
  const id = line.ingredient_id;
  const ingredient = id !== null && ingredients.kind === 'known' ? ingredients.value.ingredients.get(id) : undefined;
  const cost = ingredient && unitCost(line, purchase, ingredient);
  const parts = [
    id === null ? 'não é insumo' : quantityText(line),
    ingredient && cost !== undefined && unitCostText(cost, ingredient),
    costText,
  ];
  return (
    <li className="stack wide-and-narrow across-16 pad-block-12 line-between">
      <span className="weight-560 breaks">{line.name === '' ? 'Sem nome' : line.name}</span>
      <span className="numeral text-end">{formatReais(line.total)}</span>
      <span className="whole-row soft text-15">{parts.filter((part) => typeof part === 'string').join(' · ')}</span>
    </li>
  );
});

function PurchaseTotals({ purchase: { freight, discount, total, number } }: Pick<DetailsProps, 'purchase'>) {
  const totals = [
    ...(freight > 0 ? [['Frete e acréscimos', formatReais(freight)]] : []),
    ...(discount > 0 ? [['Desconto', `−${formatReais(discount)}`]] : []),
    ['Total pago', formatReais(total)],
    ...(number === null ? [] : [['Número da nota', number]]),
  ];
  return (
    <dl className="stack gap-4 line-above pt-16">
      {totals.map(([label, value]) => (
        <div key={label} className="row between across-16">
          <dt className="soft">{label}</dt>
          <dd className="numeral no-margin">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface UndonePurchasePanelProps extends DetailsProps {
  readonly undoOutcome: UndoneOutcome;
}

/** The prices that change back, and those that stay because something else determines them. */
function UndonePurchasePanel({ details, purchase, undoOutcome: { reply, undo } }: UndonePurchasePanelProps) {
  const nameOf = (id: string): string => purchase.lines.find((line) => line.ingredient_id === id)?.name ?? 'Insumo';
  return (
    <Panel title="Compra desfeita">
      <div className="stack gap-8" role="status">
        {effectSentences(reply.moved).map((sentence) => (
          <p key={sentence} className="breaks">
            {sentence}
          </p>
        ))}
        {reply.stays.map(({ ingredient_id, price_source: { kind, date } }) => (
          <p key={ingredient_id} className="soft breaks">
            O preço de {nameOf(ingredient_id)} fica
            {kind === 'purchase' && date !== null ? `: é da compra de ${dayText(date)}.` : ' como está.'}
          </p>
        ))}
      </div>
      {undo && (
        <div className="mt-16">
          <Button variant="default" onClick={() => void details.redo()}>
            Trazer de volta
          </Button>
        </div>
      )}
    </Panel>
  );
}
