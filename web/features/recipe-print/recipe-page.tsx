import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { AMOUNTS, readAmount, readPortions } from '#domain/amounts.ts';
import type { Dish } from '#domain/business/state.ts';
import { SCALE } from '#domain/decimal.ts';
import { type CostedPreparation, createCosting } from '#domain/figures/costing.ts';
import type { DishFigures } from '#domain/figures/dish-result.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { AmountField } from '#web/ui/amount-field.tsx';
import { Async } from '#web/ui/async.tsx';
import { CountField } from '#web/ui/count-field.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { tabAddress } from '../places/tabs.ts';
import { PREPARATIONS } from '../places/preparations-address.ts';
import { printedDish } from './printed-dish.ts';
import { printedPreparation } from './printed-preparation.ts';
import styles from './recipe-page.module.css';
import { BackTo, SheetFrame } from './sheet-frame.tsx';

/** A dish or a preparation for the kitchen's wall: on paper, or as a message. */
export const RecipePage = observer(function RecipePage({ recipeId }: { readonly recipeId: string }) {
  const { business } = useStores();
  return (
    <Async
      of={business.whole}
      onRetry={() => business.retry()}
      loading="Carregando a ficha..."
      failure="Erro ao carregar a ficha"
    >
      {() => <Sheet recipeId={recipeId} />}
    </Async>
  );
});

const Sheet = observer(function Sheet({ recipeId }: { readonly recipeId: string }) {
  const { business } = useStores();
  const { state } = business;
  const dish = state.dishes.get(recipeId);
  const figures = dish && business.figures.dishes.get(dish.id);
  if (dish && figures) return <DishSheet dish={dish} figures={figures} />;
  const preparation = state.preparations.get(recipeId);
  const costed = preparation && createCosting(state).preparation(preparation.id);
  if (costed) return <PreparationSheet costed={costed} />;
  return (
    <div className={styles['missing']}>
      <PageTitle className={styles['title']}>Esta ficha não está mais aqui</PageTitle>
      <p>O prato ou preparo pode ter sido excluído, ou o endereço está incompleto.</p>
      <BackTo address={tabAddress('recipes')} label="Ficha Técnica" />
    </div>
  );
});

const DishSheet = observer(function DishSheet({
  dish,
  figures,
}: {
  readonly dish: Dish;
  readonly figures: DishFigures;
}) {
  const { state } = useStores().business;
  const own = dish.portions ?? 1;
  const [text, setText] = useState(String(own));
  const wanted = readPortions(text);
  return (
    <SheetFrame
      recipe={printedDish(dish, figures, { state, portions: wanted.ok ? wanted.count : own })}
      amountField={
        <CountField
          label="Para quantas porções"
          value={text}
          onChange={setText}
          error={wanted.ok ? undefined : wanted.sentence}
        />
      }
      back={<BackTo address={tabAddress('recipes')} label="Ficha Técnica" />}
    />
  );
});

const PreparationSheet = observer(function PreparationSheet({ costed }: { readonly costed: CostedPreparation }) {
  const { state } = useStores().business;
  const [text, setText] = useState('1');
  const wanted = readAmount(text, AMOUNTS.factor);
  return (
    <SheetFrame
      recipe={printedPreparation(costed, { state, batches: wanted.ok ? wanted.units : SCALE })}
      amountField={
        <AmountField
          label="Quantas receitas"
          rule={AMOUNTS.factor}
          value={text}
          onChange={setText}
          error={wanted.ok ? undefined : wanted.sentence}
        />
      }
      back={<BackTo address={PREPARATIONS} label="Preparos" />}
    />
  );
});
