import { Button } from '@mantine/core';
import { Percent } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useSearch } from 'wouter';
import { lacksPrice } from '#domain/business/ingredient/purchase.ts';
import type { Business } from '#domain/business/state.ts';
import { count } from '#domain/format.ts';
import { useStores } from '#web/stores/root-store.tsx';
import type { View } from '#web/stores/view.ts';
import { Async } from '#web/ui/async.tsx';
import { EmptyNote } from '#web/ui/empty-note.tsx';
import { Section } from '#web/ui/section.tsx';
import { AddPanel } from '../entry/add-panel.tsx';
import { EntryLayout } from '../entry/entry-layout.tsx';
import { namedLike } from '../entry/equal-name.ts';
import { useGradually } from '../entry/gradually.ts';
import { OrderChoice, useListOrder } from '../entry/list-order.tsx';
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
import { asksForPreparations } from '../preparations/address.ts';
import { Preparations } from '../preparations/preparations.tsx';
import { Sides } from '../preparations/sides.tsx';
import { WhatIfLink } from '../what-if/what-if-link.tsx';
import { ingredientKind } from './ingredient-kind.tsx';
import { IngredientRow } from './ingredient-row.tsx';
import { Reprice } from './reprice.tsx';
import { usesIn } from './uses.ts';

const BOUGHT = {
  term: <Explained term="ingredient" name="O que é insumo" />,
  explanation: 'O que você compra, por quilo, litro ou unidade. Mudou o preço? Os pratos acompanham na hora.',
};
const MADE = {
  term: <Explained term="preparation" name="O que é preparo" />,
  explanation: 'O que você faz antes e usa nos pratos. Custa o que vai na receita, dividido pelo que ela rende.',
};

/** Insumos: what is bought, and what one unit of it costs; and what is made of it before there is a dish. */
export const IngredientsTab = observer(function IngredientsTab() {
  const { business } = useStores();
  const isMade = asksForPreparations(useSearch());
  const kitchen = business.view('ingredients', 'preparations');
  return (
    <Section title="Insumos" {...(isMade ? MADE : BOUGHT)} total={isMade ? totalMade(kitchen) : totalBought(kitchen)}>
      <Async
        of={kitchen}
        onRetry={() => business.retry()}
        loading="Carregando insumos..."
        failure="Erro ao carregar insumos"
      >
        {({ ingredients, preparations }) => (
          <>
            <Sides bought={ingredients.size} made={preparations.size} />
            {isMade ? (
              <Preparations />
            ) : (
              <EntryLayout entry={<AddPanel kind={ingredientKind} />} hasRows={ingredients.size > 0}>
                <BoughtList />
              </EntryLayout>
            )}
          </>
        )}
      </Async>
    </Section>
  );
});

type Kitchen = View<Pick<Business, 'ingredients' | 'preparations'>>;

const label = 'Cadastrados';

function totalBought(kitchen: Kitchen) {
  if (kitchen.kind !== 'known') return { label, value: '–' };
  const { ingredients } = kitchen.value;
  const withoutPrice = [...ingredients.values()].filter(lacksPrice).length;
  return {
    label,
    value: `${count(ingredients.size)} ${ingredients.size === 1 ? 'insumo' : 'insumos'}`,
    note: withoutPrice > 0 ? `falta preço em ${count(withoutPrice)}` : undefined,
  };
}

function totalMade(kitchen: Kitchen) {
  if (kitchen.kind !== 'known') return { label, value: '–' };
  const { preparations } = kitchen.value;
  const withoutRecipe = [...preparations.values()].filter(({ lines }) => lines.length === 0).length;
  return {
    label,
    value: `${count(preparations.size)} ${preparations.size === 1 ? 'preparo' : 'preparos'}`,
    note: withoutRecipe > 0 ? `falta a receita em ${count(withoutRecipe)}` : undefined,
  };
}

/** The list and what is done with it as a whole; while prices are chosen, those in its place. */
const BoughtList = observer(function BoughtList() {
  const { ingredients } = useStores().business.state;
  const [isRepricing, setIsRepricing] = useState(false);
  if (isRepricing) return <Reprice onDone={() => setIsRepricing(false)} />;
  return (
    <>
      <ListTools>
        {ingredients.size > 1 && (
          <OnlyNow>
            <Button
              variant="subtle"
              color="gray"
              leftSection={<Percent size={18} aria-hidden />}
              onClick={() => setIsRepricing(true)}
            >
              Reajustar preços
            </Button>
          </OnlyNow>
        )}
        <WhatIfLink />
        <ImportLink tab="ingredients" />
        <DownloadButton table="insumos" />
      </ListTools>
      <IngredientList />
    </>
  );
});

const IngredientList = observer(function IngredientList() {
  const { business } = useStores();
  const [sought, setSought] = useState('');
  const { ingredients } = business.state;
  const searching = ingredients.size > SEARCH_FROM;
  const order = useListOrder('ingredients');
  const all = order.of(ingredients.values());
  const shown = searching ? namedLike(all, sought) : all;
  const { part, end } = useGradually(shown);
  const menu = business.view('dishes', 'preparations');
  const usesOf = menu.kind === 'known' ? usesIn(menu.value) : undefined;
  if (all.length > 0)
    return (
      <>
        <OnlyNow>
          <ExamplesNote rows={ingredients.values()} words={['insumo ainda tem', 'insumos ainda têm']} />
        </OnlyNow>
        {all.length > 1 && <OrderChoice order={order} />}
        {searching && <Search label="Procurar insumo" text={sought} found={shown.length} onChange={setSought} />}
        {shown.length === 0 && <EmptyNote text={`Nenhum insumo com “${sought.trim()}” no nome.`} />}
        {shown.length > 0 && (
          <RowList label="Insumos">
            {part.map((row) => (
              <IngredientRow key={business.keyOf(row.id)} ingredient={row} uses={usesOf?.(row.id)} />
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
