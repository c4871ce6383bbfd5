import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useSearch } from 'wouter';
import { categoryNames } from '#domain/figures/menu.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { RemoteDataView } from '#web/ui/remote-data-view.tsx';
import { EmptyNote } from '#web/ui/note.tsx';
import { Section } from '#web/ui/section.tsx';
import layout from '../entry/entry-layout.module.css';
import { ListTools } from '../entry/entry-layout.tsx';
import { followRow } from '../entry/row-focus.ts';
import { SearchableList } from '../entry/searchable-list.tsx';
import { useCached } from '../entry/use-cached.ts';
import { ExplainedTerm } from '../glossary/explained-term.tsx';
import { DownloadButton } from '../export/download-button.tsx';
import { ImportLink, SalesLink, ShoppingLink, WhatIfLink } from '../navigation/links.tsx';
import { ModelLink } from '../onboarding/start-with-model.tsx';
import { dishInAddress, showsOnlyAtRisk } from '../navigation/addresses.ts';
import { ChannelsPart } from '../channels/channels-part.tsx';
import { AddRecipe } from './add-recipe.tsx';
import { AtRiskFilter, CategoryFilter } from './dish-filters.tsx';
import { DishGroups, groupsOf } from './dish-groups.tsx';
import { isAtRisk } from './dish-status.ts';
import { MenuFigures } from './menu-figures.tsx';
import { EmptyPastNote, PresentOnly } from '../past/past-stores.tsx';
import { ProductionLoss } from './production-loss.tsx';
import styles from './recipes-tab.module.css';
import { RecipesView } from './recipes-view.ts';

/** Ficha Técnica: the recipe of each dish, its cost and its margins. */
export const RecipesTab = observer(function RecipesTab() {
  const { business } = useStores();
  // It outlives the tab, as does the form that opens the card of a new dish.
  const view = useCached(business, 'dishes', () => new RecipesView());
  const search = useSearch();
  const isAtRiskOnly = showsOnlyAtRisk(search);
  const dishId = dishInAddress(search);
  const { allData } = business;
  const dishes = allData.kind === 'known' ? allData.value.dishes : undefined;
  const hasRows = dishes !== undefined && dishes.size > 0;
  const hasDish = dishId !== undefined && dishes?.has(dishId) === true;
  // A link from elsewhere leads to one dish: its card opens and comes into view.
  useEffect(() => {
    if (!hasDish) return;
    view.expand(dishId);
    followRow(dishId);
  }, [hasDish, dishId, business, view]);
  return (
    <Section
      title="Ficha Técnica"
      term={<ExplainedTerm term="recipe" name="O que é ficha técnica" />}
      explanation="O que vai em cada prato, quanto custa e quanto sobra quando ele é vendido."
    >
      <RemoteDataView
        data={allData}
        onRetry={() => business.reader.retry()}
        loading="Carregando pratos..."
        failure="Erro ao carregar pratos"
      >
        {() => (
          <div className={`stack shrinks gap-24 ${hasRows ? layout['hasRows'] : ''}`}>
            {!isAtRiskOnly && (
              <div className={`${styles['top']} stack shrinks gap-16 ${hasRows ? styles['isDissolved'] : ''}`}>
                <PresentOnly>
                  <div className={`${layout['entry']} stack shrinks gap-24`}>
                    <AddRecipe kind="dish" view={view} />
                  </div>
                </PresentOnly>
                <div className={`${layout['tip']} stack shrinks gap-24`}>
                  <MenuFigures />
                </div>
              </div>
            )}
            <DishList view={view} isAtRiskOnly={isAtRiskOnly} />
            {!isAtRiskOnly && (
              <div className={`${layout['tip']} stack shrinks gap-24`}>
                <ProductionLoss />
                <ChannelsPart />
              </div>
            )}
          </div>
        )}
      </RemoteDataView>
    </Section>
  );
});

interface DishListProps {
  readonly view: RecipesView;
  readonly isAtRiskOnly: boolean;
}

const DishList = observer(function DishList({ view, isAtRiskOnly }: DishListProps) {
  const { business } = useStores();
  const { dishes } = business.state;
  const all = [...dishes.values()];
  const atRisk = all.filter((dish) => isAtRisk(dish, business.figures));
  const names = categoryNames(all);
  const groups = groupsOf(all, names);
  const [selectedKey, setSelectedKey] = useState<string>();
  const group = groups.find(({ key, category }) => category !== undefined && key === selectedKey);
  const listedDishes = isAtRiskOnly ? atRisk : (group?.dishes ?? all);
  if (all.length > 0)
    return (
      <>
        <ListTools>
          <ShoppingLink />
          <WhatIfLink />
          <SalesLink />
          <ImportLink tab="recipes" label="Importar fichas" />
          <DownloadButton table="pratos" />
          <DownloadButton table="fichas-tecnicas" label="Baixar fichas" />
        </ListTools>
        <AtRiskFilter number={atRisk.length} isOn={isAtRiskOnly} />
        {!isAtRiskOnly && <CategoryFilter groups={groups} selectedKey={group?.key} onSelect={setSelectedKey} />}
        <SearchableList list="dishes" noun="prato" total={all.length} rows={listedDishes}>
          {(matches) => <DishGroups groups={groupsOf(matches, names)} view={view} />}
        </SearchableList>
      </>
    );
  return (
    <PresentOnly fallback={<EmptyPastNote />}>
      <EmptyNote
        text="Nenhum prato cadastrado ainda."
        advice="Comece pelo que mais sai: é nele que cada centavo pesa mais."
        action={<ModelLink />}
      />
    </PresentOnly>
  );
});
