import { observer } from 'mobx-react-lite';
import { createCosting } from '#domain/figures/costing.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { EmptyNote } from '#web/ui/note.tsx';
import { EntryLayout, ListTools } from '../entry/entry-layout.tsx';
import { DownloadButton } from '../export/download-button.tsx';
import { ImportLink, ShoppingLink } from '../navigation/links.tsx';
import { GradualList, SearchableList } from '../entry/searchable-list.tsx';
import { useCached } from '../entry/use-cached.ts';
import { usesIn } from '../fields/uses.ts';
import { EmptyPastNote, PresentOnly } from '../past/past-stores.tsx';
import { AddRecipe } from '../recipes/add-recipe.tsx';
import { RecipesView } from '../recipes/recipes-view.ts';
import { PreparationCard } from './preparation-card.tsx';

/** Preparos: the form and the list, rendered once ingredients and preparations are loaded. */
export const Preparations = observer(function Preparations() {
  const { business } = useStores();
  // It outlives the tab, as does the form that opens the card of a new preparation.
  const view = useCached(business, 'preparations', () => new RecipesView());
  return (
    <EntryLayout entry={<AddRecipe kind="preparation" view={view} />} hasRows={business.state.preparations.size > 0}>
      <PreparationList view={view} />
    </EntryLayout>
  );
});

const PreparationList = observer(function PreparationList({ view }: { readonly view: RecipesView }) {
  const { business } = useStores();
  const { ingredients, preparations } = business.state;
  const costing = createCosting({ ingredients, preparations });
  const menu = business.data('dishes', 'preparations');
  const usesOf = menu.kind === 'known' ? usesIn(menu.value) : undefined;
  if (preparations.size > 0)
    return (
      <>
        <ListTools>
          <ShoppingLink />
          <ImportLink tab="preparations" />
          <DownloadButton table="preparos" />
        </ListTools>
        <SearchableList list="preparations" noun="preparo" total={preparations.size} rows={[...preparations.values()]}>
          {(matches) => (
            <GradualList rows={matches}>
              {(visible) => (
                <ul className="list stack one-column at-top gap-12 hidden-empty" aria-label="Preparos">
                  {visible.map(({ id }) => {
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
              )}
            </GradualList>
          )}
        </SearchableList>
      </>
    );
  return (
    <PresentOnly fallback={<EmptyPastNote />}>
      <EmptyNote
        text="Nenhum preparo cadastrado ainda."
        advice="Massa, molho, recheio: o que você faz antes e usa em vários pratos."
        action={<ImportLink tab="preparations" />}
      />
    </PresentOnly>
  );
});
