import { Button } from '@mantine/core';
import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { Reply } from '#contract/endpoint.ts';
import type { OwnerContract } from '#contract/owner.ts';
import { dayText } from '#contract/instants.ts';
import type { ServerOutcome } from '#web/stores/business/outcome.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { DataLoader } from '#web/stores/data-loader.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { ActionLink } from '#web/ui/action.tsx';
import { Async } from '#web/ui/async.tsx';
import { EmptyNote } from '#web/ui/empty-note.tsx';
import { formatReais } from '#web/ui/instants.ts';
import { Panel } from '#web/ui/panel.tsx';
import { Section } from '#web/ui/section.tsx';
import { PURCHASES } from '../navigation/addresses.ts';
import type { EnteredPurchase } from './purchase-sending.ts';
import { boughtText, movedSentences, purchaseTitle, unitCost, unitCostText } from './purchase-words.ts';
import styles from './purchases.module.css';

type TakenBack = Extract<ServerOutcome<Reply<OwnerContract['takeBackPurchase']>>, { kind: 'saved' }>;

/** One purchase, with a button that takes it back. */
class PurchaseReading {
  isTakingBack = false;
  takenBack: TakenBack | undefined = undefined;
  problem: string | undefined = undefined;
  readonly loading: DataLoader<EnteredPurchase>;
  readonly #business: Pick<BusinessStore, 'readHistory' | 'atServer'>;
  readonly #id: string;

  constructor(business: Pick<BusinessStore, 'readHistory' | 'atServer'>, id: string) {
    this.#business = business;
    this.#id = id;
    this.loading = new DataLoader(() => business.readHistory('purchase', { params: { id } }));
    makeAutoObservable(this, { takenBack: observableRef, loading: false }, { autoBind: true });
  }

  async takeBack(): Promise<void> {
    this.isTakingBack = true;
    const params = { id: this.#id };
    const outcome = await this.#business.atServer((api, along) => api.call('takeBackPurchase', { params, ...along }));
    runInAction(() => {
      this.isTakingBack = false;
      this.problem = outcome.kind === 'failed' ? outcome.failure.sentence : undefined;
      if (outcome.kind === 'saved') this.takenBack = outcome;
    });
  }

  async bringBack(): Promise<void> {
    const outcome = await this.takenBack?.undo?.();
    runInAction(() => {
      this.problem = outcome?.kind === 'failed' ? outcome.failure.sentence : undefined;
      if (outcome?.kind === 'saved') this.takenBack = undefined;
    });
    await this.loading.load();
  }
}

interface ReadingProps {
  readonly reading: PurchaseReading;
  readonly purchase: EnteredPurchase;
}

export const PurchasePage = observer(function PurchasePage({ purchaseId }: { readonly purchaseId: string }) {
  const { business } = useStores();
  const [reading] = useState(() => new PurchaseReading(business, purchaseId));
  useEffect(() => void reading.loading.load(), [reading]);
  const { data } = reading.loading;
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
        <Async
          data={data}
          onRetry={() => reading.loading.load()}
          loading="Carregando compra..."
          failure="Erro ao carregar a compra"
        >
          {(purchase) => <PurchaseParts reading={reading} purchase={purchase} />}
        </Async>
      )}
    </Section>
  );
});

const PurchaseParts = observer(function PurchaseParts({ reading, purchase }: ReadingProps) {
  return (
    <div className={`${styles['receipt']} stack one-column gap-16`}>
      {reading.takenBack ? (
        <TakenBackPanel reading={reading} purchase={purchase} takenBack={reading.takenBack} />
      ) : (
        <Panel title="O que esta compra mudou" hint="Quando foi lançada.">
          <div className="stack gap-4">
            {movedSentences(purchase.moved).map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </div>
        </Panel>
      )}
      <Panel title="O que veio">
        <ul className="list" aria-label="Itens da compra">
          {purchase.lines.map((line, index) => (
            <PurchaseLineRow key={index} line={line} share={shareText(purchase)} />
          ))}
        </ul>
        <PurchaseSums purchase={purchase} />
      </Panel>
      {reading.problem !== undefined && (
        <p role="alert" className="tomato">
          {reading.problem}
        </p>
      )}
      {!reading.takenBack && (
        <div>
          <Button variant="default" loading={reading.isTakingBack} onClick={() => void reading.takeBack()}>
            Desfazer esta compra
          </Button>
        </div>
      )}
    </div>
  );
});

interface PurchaseLineRowProps {
  readonly line: EnteredPurchase['lines'][number];
  /** The name of the charges that a line's cost includes: 'com frete'. */
  readonly share: string | undefined;
}

function shareText({ freight, discount }: Pick<EnteredPurchase, 'freight' | 'discount'>): string | undefined {
  if (freight > 0) return discount > 0 ? 'com frete e desconto' : 'com frete';
  return discount > 0 ? 'com desconto' : undefined;
}

const PurchaseLineRow = observer(function PurchaseLineRow({ line, share }: PurchaseLineRowProps) {
  const { business } = useStores();
  const ingredients = business.data('ingredients');
  const id = line.ingredient_id;
  const ingredient = id !== null && ingredients.kind === 'known' ? ingredients.value.ingredients.get(id) : undefined;
  const cost = ingredient && unitCost(line, ingredient);
  const details = [
    id === null ? 'não é insumo' : boughtText(line),
    ingredient && cost !== undefined && unitCostText(cost, ingredient),
    share !== undefined && `${share}: ${formatReais(line.cost)}`,
  ];
  return (
    <li className="stack wide-and-narrow across-16 pad-block-12 line-between">
      <span className="weight-560 breaks">{line.name === '' ? 'Sem nome' : line.name}</span>
      <span className="numeral text-end">{formatReais(line.total)}</span>
      <span className="whole-row soft text-15">{details.filter((part) => typeof part === 'string').join(' · ')}</span>
    </li>
  );
});

function PurchaseSums({ purchase: { freight, discount, total, number } }: Pick<ReadingProps, 'purchase'>) {
  const sums = [
    ...(freight > 0 ? [['Frete e acréscimos', formatReais(freight)]] : []),
    ...(discount > 0 ? [['Desconto', `−${formatReais(discount)}`]] : []),
    ['Total pago', formatReais(total)],
    ...(number === null ? [] : [['Número da nota', number]]),
  ];
  return (
    <dl className="stack gap-4 line-above pt-16">
      {sums.map(([label, value]) => (
        <div key={label} className="row between across-16">
          <dt className="soft">{label}</dt>
          <dd className="numeral no-margin">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface TakenBackPanelProps extends ReadingProps {
  readonly takenBack: TakenBack;
}

/** The prices that change back, and those that stay because something else determines them. */
function TakenBackPanel({ reading, purchase, takenBack: { reply, undo } }: TakenBackPanelProps) {
  const nameOf = (id: string): string => purchase.lines.find((line) => line.ingredient_id === id)?.name ?? 'Insumo';
  return (
    <Panel title="Compra desfeita">
      <div className="stack gap-8" role="status">
        {movedSentences(reply.moved).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {reply.stays.map(({ ingredient_id, price_source: { kind, date } }) => (
          <p key={ingredient_id} className="soft">
            O preço de {nameOf(ingredient_id)} fica:{' '}
            {kind === 'purchase' && date !== null ? `é da compra de ${dayText(date)}.` : 'foi digitado.'}
          </p>
        ))}
      </div>
      {undo && (
        <div className="mt-16">
          <Button variant="default" onClick={() => void reading.bringBack()}>
            Trazer de volta
          </Button>
        </div>
      )}
    </Panel>
  );
}
