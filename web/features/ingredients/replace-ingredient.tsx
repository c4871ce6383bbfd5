import { Button } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { Ingredient } from '#domain/business/state.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { Problem } from '#web/ui/note.tsx';
import { AffectedDishes } from '../consequences/affected-dishes.tsx';
import { announceChange } from '../entry/announce-change.ts';
import { focusRow } from '../entry/row-focus.ts';
import { choicesOf, EntitySelect } from '../entry/entity-select.tsx';
import { type Uses, usesText } from '../fields/uses.ts';

interface ReplaceIngredientProps {
  readonly ingredient: Ingredient;
  /** The recipes that use the ingredient; undefined while they are loading. */
  readonly uses: Uses | undefined;
  readonly onReplaced: () => void;
}

/** The form that replaces an ingredient in every recipe and keeps or removes it, as one change. */
export const ReplaceIngredient = observer(function ReplaceIngredient(props: ReplaceIngredientProps) {
  const { ingredient, uses, onReplaced } = props;
  const { business } = useStores();
  const [mode, setMode] = useState<'replace' | 'merge'>();
  const [replacementId, setReplacementId] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const { id, name } = ingredient;
  const others = [...business.state.ingredients.values()].filter((row) => row.id !== id);
  const usesInWords = uses && usesText(uses);
  if (others.length === 0) return null;
  if (!mode)
    return (
      <div className="flex wrap whole-row shrinks gap-8">
        {usesInWords !== undefined && (
          <Button variant="default" onClick={() => setMode('replace')}>
            Trocar nas receitas
          </Button>
        )}
        <Button variant="default" onClick={() => setMode('merge')}>
          Juntar com outro
        </Button>
      </div>
    );
  const replacement = business.state.ingredients.get(replacementId);
  const command = { type: 'ReplaceIngredient', id, byId: replacementId, merge: mode === 'merge' } as const;
  function replace(): void {
    if (!replacement) return;
    const issued = business.issue(command);
    if (issued.refused) return setRefusal(refusalText(issued.refused.sentence, replacement));
    onReplaced();
    if (mode === 'merge') focusRow(replacementId);
    const text = replacedText(mode, name, replacement.name);
    void announceChange({ issued, text, failureNote: 'Nada foi mudado.' });
  }
  return (
    <div
      role="group"
      aria-label={mode === 'merge' ? 'Juntar com outro' : 'Trocar nas receitas'}
      className="stack whole-row shrinks gap-12"
    >
      <EntitySelect
        label={mode === 'merge' ? 'Qual insumo fica' : 'Qual insumo entra no lugar'}
        groups={[{ group: 'Insumos', items: choicesOf(others) }]}
        value={replacementId}
        onPick={(pickedId) => {
          setReplacementId(pickedId);
          setRefusal(undefined);
        }}
        onRetry={undefined}
        opensUp
      />
      <p className="soft text-15">{explanationOf(mode, name, usesInWords)}</p>
      {replacement && <AffectedDishes command={command} />}
      <Problem text={refusal} className="tomato text-15" />
      <div className="flex wrap whole-row shrinks gap-8">
        <Button disabled={!replacement} onClick={replace}>
          {mode === 'merge' ? 'Juntar' : 'Trocar'}
        </Button>
        <Button variant="subtle" color="gray" onClick={() => setMode(undefined)}>
          Não trocar
        </Button>
      </div>
    </div>
  );
});

/** @param usesInWords the uses: 'em 3 pratos e 1 preparo' */
function explanationOf(mode: 'replace' | 'merge', name: string, usesInWords: string | undefined): string {
  const recipes = usesInWords === undefined ? '' : `Ele entra ${usesInWords}, no lugar de “${name}”. `;
  return mode === 'merge' ? `${recipes}“${name}” sai da lista.` : `${recipes}“${name}” continua na lista.`;
}

const replacedText = (mode: 'replace' | 'merge' | undefined, name: string, replacementName: string): string =>
  mode === 'merge'
    ? `“${name}” agora é “${replacementName}”`
    : `“${replacementName}” no lugar de “${name}” nas receitas`;

/** The refusal, with the advice to answer a unit question at the ingredient itself. */
const refusalText = (sentence: string, { name }: Ingredient): string =>
  sentence.endsWith('?') ? `${sentence} Diga isso em “${name}” e volte aqui.` : sentence;
