import { Button } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'wouter';
import { useStores } from '#web/stores/root-store.tsx';
import { Problem } from '#web/ui/note.tsx';
import { announceChange } from '../entry/announce-change.ts';
import { focusNeighbour, focusRow } from '../entry/row-focus.ts';
import { removeRecipe, type RecipeOwner } from '../fields/recipe-owner.ts';
import { PresentOnly } from '../past/past-stores.tsx';
import { sheetAddress } from '../navigation/dashboard-screen.ts';
import { DuplicateRecipe } from './duplicate.tsx';
import type { RecipesView } from './recipes-view.ts';

const KINDS = {
  dish: { tab: 'recipes', remove: 'Excluir prato', removed: 'Prato excluído' },
  preparation: { tab: 'ingredients', remove: 'Excluir preparo', removed: 'Preparo excluído' },
} as const;

interface RecipeSheetProps {
  readonly owner: RecipeOwner;
  readonly cardKey: string;
  readonly view: RecipesView;
  /** The buttons before those that every recipe has. */
  readonly buttons?: ReactNode;
  readonly children: ReactNode;
}

/** The content of an open card, and below it the actions on the recipe as a whole. */
export const RecipeSheet = observer(function RecipeSheet(props: RecipeSheetProps) {
  const { owner, cardKey, view, buttons, children } = props;
  const { business } = useStores();
  const sheet = useRef<HTMLDivElement>(null);
  const [refusal, setRefusal] = useState<string>();
  const kind = KINDS[owner.kind];
  function remove() {
    const card = sheet.current?.closest('li');
    const issued = business.issue(removeRecipe(owner));
    setRefusal(issued.refused?.sentence);
    if (issued.refused) return;
    if (card) focusNeighbour(card);
    void announceChange({
      issued,
      text: `${kind.removed}: “${owner.name}”`,
      failureNote: 'Nada foi excluído.',
      onUndone: () => focusRow(cardKey),
    });
  }
  return (
    <div ref={sheet} className="stack from-top shrinks gap-24 pad-block-20 pad-inline-20 line-above">
      {children}
      <PresentOnly>
        <div className="flex wrap at-bottom gap-8 pt-16 line-above">
          {buttons}
          <DuplicateRecipe owner={owner} onCopied={(id) => view.open(id)} />
          <Button component={Link} variant="default" href={sheetAddress(kind.tab, owner.id)}>
            Imprimir ficha
          </Button>
          <Button variant="subtle" color="gray" className="push-right tomato" onClick={remove}>
            {kind.remove}
          </Button>
          <Problem text={refusal} className="wide tomato text-15" />
        </div>
      </PresentOnly>
    </div>
  );
});
