import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useSearch } from 'wouter';
import { categoryNames } from '#domain/figures/menu.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { Async } from '#web/ui/async.tsx';
import { EmptyNote } from '#web/ui/empty-note.tsx';
import { Section } from '#web/ui/section.tsx';
import { namedLike } from '../entry/equal-name.ts';
import { OrderChoice, useListOrder } from '../entry/list-order.tsx';
import { ListTools } from '../entry/list-tools.tsx';
import { followRow } from '../entry/row-focus.ts';
import { Search, SEARCH_FROM } from '../entry/search.tsx';
import { useKept } from '../entry/use-kept.ts';
import { Explained } from '../glossary/explained.tsx';
import { DownloadButton } from '../export/download-button.tsx';
import { ImportLink, SalesLink, WhatIfLink } from '../places/links.tsx';
import { ModelLink } from '../onboarding/start-with-model.tsx';
import { dishAskedFor } from '../places/addresses.ts';
import { ChannelsPart } from '../channels/channels-part.tsx';
import { AddRecipe } from './add-recipe.tsx';
import { asksForThoseAtRisk, isAtRisk } from '../places/at-risk.ts';
import { groupsOf } from './categories.ts';
import { AtRiskFilter, CategoryFilter } from './dish-filters.tsx';
import { DishGroups } from './dish-groups.tsx';
import { MenuFigures } from './menu-figures.tsx';
import { NothingYet, OnlyNow } from '../past/only-now.tsx';
import { ProductionLoss } from './production-loss.tsx';
import styles from './recipes-tab.module.css';
import { RecipesView } from './recipes-view.ts';

/** Ficha Técnica: what goes into each dish, what it costs and what it leaves. */
export const RecipesTab = observer(function RecipesTab() {
  const { business } = useStores();
  // Kept like the form that opens the card of what it adds.
  const view = useKept(business, 'dishes', () => new RecipesView());
  const search = useSearch();
  const onlyAtRisk = asksForThoseAtRisk(search);
  const asked = dishAskedFor(search);
  const isThere = business.whole.kind === 'known' && asked !== undefined && business.state.dishes.has(asked);
  // A link from elsewhere leads to one dish: its card opens and comes into view.
  useEffect(() => {
    if (!isThere) return;
    view.expand(asked);
    followRow(asked);
  }, [isThere, asked, business, view]);
  return (
    <Section
      title="Ficha Técnica"
      term={<Explained term="recipe" name="O que é ficha técnica" />}
      explanation="O que vai em cada prato, quanto custa e quanto sobra quando ele é vendido."
    >
      <Async
        of={business.whole}
        onRetry={() => business.retry()}
        loading="Carregando pratos..."
        failure="Erro ao carregar pratos"
      >
        {() => (
          <div className={`${styles['whole']} ${business.state.dishes.size > 0 ? styles['hasRows'] : ''}`}>
            {!onlyAtRisk && (
              <div className={styles['top']}>
                <OnlyNow>
                  <div className={styles['add']}>
                    <AddRecipe kind="dish" view={view} />
                  </div>
                </OnlyNow>
                <div className={styles['figures']}>
                  <MenuFigures />
                </div>
              </div>
            )}
            <DishList view={view} onlyAtRisk={onlyAtRisk} />
            {!onlyAtRisk && (
              <div className={styles['figures']}>
                <ProductionLoss />
                <ChannelsPart />
              </div>
            )}
          </div>
        )}
      </Async>
    </Section>
  );
});

interface DishListProps {
  readonly view: RecipesView;
  readonly onlyAtRisk: boolean;
}

const DishList = observer(function DishList({ view, onlyAtRisk }: DishListProps) {
  const { business } = useStores();
  const [sought, setSought] = useState('');
  const { dishes } = business.state;
  const searching = dishes.size > SEARCH_FROM;
  const order = useListOrder('dishes');
  const all = order.of(dishes.values());
  const atRisk = all.filter((dish) => isAtRisk(dish, business.figures));
  const names = categoryNames(dishes.values());
  const groups = groupsOf(all, names);
  const [wanted, setWanted] = useState<string>();
  const group = groups.find(({ key, category }) => category !== undefined && key === wanted);
  const chosen = onlyAtRisk ? atRisk : (group?.dishes ?? all);
  const shown = searching ? namedLike(chosen, sought) : chosen;
  if (all.length > 0)
    return (
      <>
        <ListTools>
          <WhatIfLink />
          <SalesLink />
          <ImportLink tab="recipes" label="Importar fichas" />
          <DownloadButton table="pratos" />
          <DownloadButton table="fichas-tecnicas" label="Baixar fichas" />
        </ListTools>
        <AtRiskFilter number={atRisk.length} isOn={onlyAtRisk} />
        {!onlyAtRisk && <CategoryFilter groups={groups} wanted={group?.key} onWant={setWanted} />}
        {all.length > 1 && <OrderChoice order={order} />}
        {searching && <Search label="Procurar prato" text={sought} found={shown.length} onChange={setSought} />}
        {shown.length === 0 && chosen.length > 0 && <EmptyNote text={`Nenhum prato com “${sought.trim()}” no nome.`} />}
        <DishGroups groups={groupsOf(shown, names)} view={view} />
      </>
    );
  return (
    <OnlyNow instead={<NothingYet />}>
      <EmptyNote
        text="Nenhum prato cadastrado ainda."
        advice="Comece pelo que mais sai: é nele que cada centavo pesa mais."
        action={<ModelLink />}
      />
    </OnlyNow>
  );
});
