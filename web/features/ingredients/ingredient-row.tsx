import { Button } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { dayText } from '#contract/instants.ts';
import { lacksPrice, usesPurchases } from '#domain/business/ingredient/price.ts';
import type { Ingredient } from '#domain/business/state.ts';
import { formatQuantity } from '#domain/format.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { AffectedDishes } from '../consequences/affected-dishes.tsx';
import { announceChange } from '../entry/announce-change.ts';
import { EntryRow } from '../entry/entry-row.tsx';
import { RowContent } from '../entry/row-list.tsx';
import { HistoryLink, QuickPurchaseLink } from '../navigation/links.tsx';
import { useUncheckedExamples } from '../onboarding/unchecked-examples.ts';
import type { EntryForm, Fields } from '../entry/entry-form.ts';
import { toCommandValues } from '../fields/ingredient-input.ts';
import { ingredientFieldsWithoutOwnInput, listTexts } from '../fields/fields-without-own-input.ts';
import { ingredientEntry } from './ingredient-entry.tsx';
import { readPackTypedAsUnit } from '../fields/pack-field.ts';
import { priceText, packPriceText } from '../fields/price-text.ts';
import { ReplaceIngredient } from './replace-ingredient.tsx';
import { type Uses, usesText } from '../fields/uses.ts';

// Only ingredients with purchases need this code.
const IngredientPurchases = onDemand(
  async () => (await import('../purchases/ingredient-purchases.tsx')).IngredientPurchases,
);

interface IngredientRowProps {
  readonly ingredient: Ingredient;
  /** The uses, where they are loaded. */
  readonly uses: Uses | undefined;
}

export const IngredientRow = observer(function IngredientRow({ ingredient, uses }: IngredientRowProps) {
  const examples = useUncheckedExamples();
  const { business } = useStores();
  const { id, name, free } = ingredient;
  const isPriceMissing = lacksPrice(ingredient);
  return (
    <EntryRow
      definition={ingredientEntry}
      row={ingredient}
      below={isPriceMissing && <MarkFreeButton ingredient={ingredient} />}
      renderBelowInputs={(form, close) => (
        <>
          <AffectedDishes command={{ type: 'ChangeIngredient', id, ...costChange(form, ingredient) }} />
          <ReplaceIngredient ingredient={ingredient} uses={uses} onReplaced={close} />
          {/* A price that was typed later does not hide the purchases. */}
          {usesPurchases(business.state.ingredients) && <IngredientPurchases ingredient={ingredient} />}
          <div className="row wrap whole-row across-20">
            <HistoryLink subject={`ingredient:${id}`}>
              Histórico do preço<span className="visually-hidden"> de {name}</span>
            </HistoryLink>
            <QuickPurchaseLink ingredient={ingredient} />
          </div>
        </>
      )}
    >
      <RowContent
        name={name}
        detail={detailOf(ingredient, uses, examples.has(ingredient))}
        value={priceText(ingredient)}
        textBelowValue={free ? 'de graça' : isPriceMissing ? 'falta o preço' : undefined}
      />
    </EntryRow>
  );
});

/** A button that marks the ingredient as free with one tap. */
function MarkFreeButton({ ingredient: { id, name } }: { readonly ingredient: Ingredient }) {
  const { business } = useStores();
  const markFree = (): void => {
    const issued = business.issue({ type: 'ChangeIngredient', id, free: true });
    void announceChange({ issued, text: `“${name}” é de graça`, failureNote: 'Nada foi mudado.' });
  };
  return (
    <Button variant="subtle" size="compact-md" onClick={markFree}>
      É de graça<span className="visually-hidden">: {name}</span>
    </Button>
  );
}

/** The typed fields of the form that would change the cost of dishes, as far as they can be read. */
function costChange(form: EntryForm<Fields>, ingredient: Ingredient): object {
  const values: Record<string, unknown> = {};
  for (const key of ['unitPrice', 'pack', 'yieldPercentage', 'conversions'] as const) {
    if (form.texts[key] === form.initialTexts[key]) continue;
    const reading = ingredientEntry.inputs[key].read(form.texts[key] ?? '');
    if (!reading.ok) return {};
    values[key] = reading.value;
  }
  const { unit = '' } = form.texts;
  return toCommandValues(readPackTypedAsUnit(unit) ? { ...values, unit } : values, ingredient);
}

/** The line below the name: 'em 3 pratos e 1 preparo · preço de exemplo'. */
function detailOf(ingredient: Ingredient, uses: Uses | undefined, isExample: boolean): string | undefined {
  const { pack, yieldPercentage, priceSource } = ingredient;
  const parts = [
    ...listTexts(ingredientFieldsWithoutOwnInput, ingredient),
    pack && packPriceText(pack),
    priceSource && `compra de ${dayText(priceSource.date)}`,
    yieldPercentage !== null && `rende ${formatQuantity(yieldPercentage)} %`,
    uses && usesText(uses),
    isExample && 'preço de exemplo',
  ].filter((part) => typeof part === 'string');
  return parts.length === 0 ? undefined : parts.join(' · ');
}
