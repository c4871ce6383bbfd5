import { Button } from '@mantine/core';
import { Percent } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useStores } from '#web/stores/root-store.tsx';
import { EmptyNote } from '#web/ui/note.tsx';
import { AddPanel } from '../entry/add-panel.tsx';
import { EntryLayout, ListTools } from '../entry/entry-layout.tsx';
import { RowList } from '../entry/row-list.tsx';
import { GradualList, SearchableList } from '../entry/searchable-list.tsx';
import { DownloadButton } from '../export/download-button.tsx';
import { ImportLink, PurchasesLink, ShoppingLink, WhatIfLink } from '../navigation/links.tsx';
import { ExamplesNote } from '../onboarding/examples-note.tsx';
import { ModelLink } from '../onboarding/start-with-model.tsx';
import { EmptyPastNote, PresentOnly } from '../past/past-stores.tsx';
import { ingredientEntry } from './ingredient-entry.tsx';
import { IngredientRow } from './ingredient-row.tsx';
import { Reprice } from './reprice.tsx';
import { usesIn } from '../fields/uses.ts';

/** Insumos: the list of ingredients, on the tab of ingredients and preparations. */
export const Ingredients = observer(function Ingredients() {
  const { ingredients } = useStores().business.state;
  return (
    <EntryLayout entry={<AddPanel definition={ingredientEntry} />} hasRows={ingredients.size > 0}>
      <IngredientSection />
    </EntryLayout>
  );
});

/** The list with its actions; while prices are being changed, their form in its place. */
const IngredientSection = observer(function IngredientSection() {
  const { ingredients } = useStores().business.state;
  const [isRepricing, setIsRepricing] = useState(false);
  if (isRepricing) return <Reprice onDone={() => setIsRepricing(false)} />;
  return (
    <>
      <ListTools>
        {ingredients.size > 1 && (
          <PresentOnly>
            <Button
              variant="subtle"
              color="gray"
              leftSection={<Percent size={18} aria-hidden />}
              onClick={() => setIsRepricing(true)}
            >
              Reajustar preços
            </Button>
          </PresentOnly>
        )}
        <WhatIfLink />
        <ShoppingLink />
        {[...ingredients.values()].some(({ priceSource }) => priceSource !== null) && <PurchasesLink />}
        <ImportLink tab="ingredients" />
        <DownloadButton table="insumos" />
      </ListTools>
      <IngredientList />
    </>
  );
});

const IngredientList = observer(function IngredientList() {
  const { business } = useStores();
  const { ingredients } = business.state;
  const lists = business.data('dishes', 'preparations');
  const usesOf = lists.kind === 'known' ? usesIn(lists.value) : undefined;
  if (ingredients.size > 0)
    return (
      <>
        <PresentOnly>
          <ExamplesNote rows={ingredients.values()} words={['insumo ainda tem', 'insumos ainda têm']} />
        </PresentOnly>
        <SearchableList list="ingredients" noun="insumo" total={ingredients.size} rows={[...ingredients.values()]}>
          {(filteredRows) => (
            <GradualList rows={filteredRows}>
              {(visibleRows) =>
                visibleRows.length > 0 && (
                  <RowList label="Insumos">
                    {visibleRows.map((row) => (
                      <IngredientRow key={row.id} ingredient={row} uses={usesOf?.(row.id)} />
                    ))}
                  </RowList>
                )
              }
            </GradualList>
          )}
        </SearchableList>
      </>
    );
  return (
    <PresentOnly fallback={<EmptyPastNote />}>
      <EmptyNote
        text="Nenhum insumo cadastrado ainda."
        advice="Pegue a última nota de compra e comece pelos cinco mais caros."
        action={<ModelLink />}
      />
    </PresentOnly>
  );
});
