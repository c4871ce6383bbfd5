import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { createCosting } from '#domain/figures/costing.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { EmptyNote } from '#web/ui/empty-note.tsx';
import { EntryLayout } from '../entry/entry-layout.tsx';
import { namedLike } from '../entry/equal-name.ts';
import { useGradually } from '../entry/gradually.ts';
import { ListTools } from '../entry/list-tools.tsx';
import { DownloadButton } from '../export/download-button.tsx';
import { ImportLink } from '../places/links.tsx';
import { OrderChoice, useListOrder } from '../entry/list-order.tsx';
import { Search, SEARCH_FROM } from '../entry/search.tsx';
import { useKept } from '../entry/use-kept.ts';
import { usesIn } from '../fields/uses.ts';
import { NothingYet, OnlyNow } from '../past/only-now.tsx';
import { AddRecipe } from '../recipes/add-recipe.tsx';
import styles from '../recipes/recipe-card.module.css';
import { RecipesView } from '../recipes/recipes-view.ts';
import { PreparationCard } from './preparation-card.tsx';

/** Preparos: what is made first and used in dishes, where ingredients and preparations are known. */
export const Preparations = observer(function Preparations() {
  const { business } = useStores();
  // Kept like the form that opens the card of what it adds.
  const view = useKept(business, 'preparations', () => new RecipesView());
  return (
    <EntryLayout entry={<AddRecipe kind="preparation" view={view} />} hasRows={business.state.preparations.size > 0}>
      <PreparationList view={view} />
    </EntryLayout>
  );
});

const PreparationList = observer(function PreparationList({ view }: { readonly view: RecipesView }) {
  const { business } = useStores();
  const [sought, setSought] = useState('');
  const { ingredients, preparations } = business.state;
  const searching = preparations.size > SEARCH_FROM;
  const order = useListOrder('preparations');
  const all = order.of(preparations.values());
  const shown = searching ? namedLike(all, sought) : all;
  const { part, end } = useGradually(shown);
  const costing = createCosting({ ingredients, preparations });
  const menu = business.view('dishes', 'preparations');
  const usesOf = menu.kind === 'known' ? usesIn(menu.value) : undefined;
  if (all.length > 0)
    return (
      <>
        <ListTools>
          <ImportLink tab="preparations" />
          <DownloadButton table="preparos" />
        </ListTools>
        {all.length > 1 && <OrderChoice order={order} />}
        {searching && <Search label="Procurar preparo" text={sought} found={shown.length} onChange={setSought} />}
        {shown.length === 0 && <EmptyNote text={`Nenhum preparo com “${sought.trim()}” no nome.`} />}
        <ul className={styles['cards']} aria-label="Preparos">
          {part.map(({ id }) => {
            const costed = costing.preparation(id);
            return (
              costed && (
                <PreparationCard
                  key={id}
                  cardKey={id}
                  costed={costed}
                  costing={costing}
                  uses={usesOf?.(id)}
                  view={view}
                />
              )
            );
          })}
        </ul>
        {/* A new one for each part: it tells once when it comes near. */}
        {end && <div key={part.length} ref={end} />}
      </>
    );
  return (
    <OnlyNow instead={<NothingYet />}>
      <EmptyNote
        text="Nenhum preparo cadastrado ainda."
        advice="Massa, molho, recheio: o que você faz antes e usa em vários pratos."
        action={<ImportLink tab="preparations" />}
      />
    </OnlyNow>
  );
});
