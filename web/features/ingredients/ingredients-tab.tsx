import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { count } from '#domain/format.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { Async } from '#web/ui/async.tsx';
import { EmptyNote } from '#web/ui/empty-note.tsx';
import { Section } from '#web/ui/section.tsx';
import { AddPanel } from '../entry/add-panel.tsx';
import { EntryLayout } from '../entry/entry-layout.tsx';
import { namedLike } from '../entry/equal-name.ts';
import { useGradually } from '../entry/gradually.ts';
import { newestFirst } from '../entry/newest-first.ts';
import { ListTools } from '../entry/list-tools.tsx';
import { RowList } from '../entry/row-list.tsx';
import { Search, SEARCH_FROM } from '../entry/search.tsx';
import { Explained } from '../glossary/explained.tsx';
import { DownloadButton } from '../export/download-button.tsx';
import { ImportLink } from '../import/import-link.tsx';
import { ExamplesNote } from '../onboarding/examples-note.tsx';
import { ModelLink } from '../onboarding/model-link.tsx';
import { NothingYet } from '../past/nothing-yet.tsx';
import { OnlyNow } from '../past/only-now.tsx';
import { WhatIfLink } from '../what-if/what-if-link.tsx';
import { ingredientKind } from './ingredient-kind.tsx';
import { IngredientRow } from './ingredient-row.tsx';
import { usesByIngredient } from './uses.ts';

/** Insumos: what is bought, and what one unit of it costs. */
export const IngredientsTab = observer(function IngredientsTab() {
  const { business } = useStores();
  return (
    <Section
      title="Insumos"
      term={<Explained term="ingredient" name="O que é insumo" />}
      explanation="O que você compra, por quilo, litro ou unidade. Mudou o preço? Os pratos acompanham na hora."
      total={totalOf(business)}
    >
      <Async
        of={business.view('ingredients')}
        onRetry={() => business.retry()}
        loading="Carregando insumos..."
        failure="Erro ao carregar insumos"
      >
        {() => (
          <EntryLayout entry={<AddPanel kind={ingredientKind} />}>
            <ListTools>
              <WhatIfLink />
              <ImportLink tab="ingredients" />
              <DownloadButton table="insumos" />
            </ListTools>
            <IngredientList />
          </EntryLayout>
        )}
      </Async>
    </Section>
  );
});

function totalOf(business: BusinessStore) {
  const list = business.view('ingredients');
  if (list.kind !== 'known') return { label: 'Cadastrados', value: '–' };
  const { size } = list.value.ingredients;
  const withoutPrice = [...list.value.ingredients.values()].filter((row) => row.unitPrice === 0).length;
  return {
    label: 'Cadastrados',
    value: `${count(size)} ${size === 1 ? 'insumo' : 'insumos'}`,
    note: withoutPrice > 0 ? `falta preço em ${count(withoutPrice)}` : undefined,
  };
}

const IngredientList = observer(function IngredientList() {
  const { business } = useStores();
  const [sought, setSought] = useState('');
  const { ingredients } = business.state;
  const searching = ingredients.size > SEARCH_FROM;
  const all = newestFirst(ingredients.values());
  const shown = searching ? namedLike(all, sought) : all;
  const { part, end } = useGradually(shown);
  const menu = business.view('dishes');
  const uses = menu.kind === 'known' ? usesByIngredient(menu.value.dishes.values()) : undefined;
  if (all.length > 0)
    return (
      <>
        <OnlyNow>
          <ExamplesNote rows={ingredients.values()} words={['insumo ainda tem', 'insumos ainda têm']} />
        </OnlyNow>
        {searching && <Search label="Procurar insumo" text={sought} found={shown.length} onChange={setSought} />}
        {shown.length === 0 && <EmptyNote text={`Nenhum insumo com “${sought.trim()}” no nome.`} />}
        {shown.length > 0 && (
          <RowList label="Insumos">
            {part.map((row) => (
              <IngredientRow key={business.keyOf(row.id)} ingredient={row} uses={uses && (uses.get(row.id) ?? 0)} />
            ))}
          </RowList>
        )}
        {/* A new one for each part: it tells once when it comes near. */}
        {end && <div key={part.length} ref={end} />}
      </>
    );
  return (
    <OnlyNow instead={<NothingYet />}>
      <EmptyNote
        text="Nenhum insumo cadastrado ainda."
        advice="Pegue a última nota de compra e comece pelos cinco mais caros."
        action={<ModelLink />}
      />
    </OnlyNow>
  );
});
