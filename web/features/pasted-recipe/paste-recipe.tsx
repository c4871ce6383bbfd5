import { Button } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { useRef } from 'react';
import { useStores } from '#web/stores/root-store.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { useCached } from '../entry/use-cached.ts';
import type { RecipeOwner } from '../fields/recipe-owner.ts';
import { PastedRecipe } from './pasted-recipe.ts';

const PastedRecipePanel = onDemand(async () => (await import('./pasted-recipe-panel.tsx')).PastedRecipePanel);

/** The button 'Colar receita', which opens the form for pasting a recipe. */
export const PasteRecipe = observer(function PasteRecipe({ owner }: { readonly owner: RecipeOwner }) {
  const { business } = useStores();
  const latest = useCached(business, `owner of the pasted recipe of ${owner.id}`, () => ({ owner }));
  latest.owner = owner;
  const recipe = useCached(
    business,
    `pasted recipe of ${owner.id}`,
    () => new PastedRecipe(business, () => latest.owner),
  );
  const button = useRef<HTMLButtonElement>(null);
  if (recipe.isOpen)
    return (
      <PastedRecipePanel name={owner.name} recipe={recipe} onClosed={() => setTimeout(() => button.current?.focus())} />
    );
  return (
    <div>
      <Button ref={button} variant="default" onClick={() => recipe.open()}>
        Colar receita
      </Button>
    </div>
  );
});
