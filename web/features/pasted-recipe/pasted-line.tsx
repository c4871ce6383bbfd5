import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { AMOUNTS } from '#domain/amounts.ts';
import { readQuantity } from '#domain/units/quantity-text.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { AmountField } from '#web/ui/amount-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { QuantityField } from '../entry/quantity-field.tsx';
import type { PastedRecipe } from './pasted-recipe.ts';
import type { PlannedLine } from './plan-recipe.ts';

interface PastedLineProps {
  readonly line: PlannedLine;
  readonly recipe: PastedRecipe;
}

/** A line as it was pasted, and below it the editable ingredient and quantity. */
export const PastedLine = observer(function PastedLine({ line, recipe }: PastedLineProps) {
  const { source, index, name, quantity, isLeftOut, notes, errors, newIngredient, question } = line;
  return (
    <li>
      <fieldset className="stack shrinks gap-8 no-margin pad-block-12 pad-inline-12 edge rounded-small">
        <legend className="pad-inline-4 weight-540 breaks">{source.wholeLine}</legend>
        <label className="row touch gap-12 pointer">
          <input
            type="checkbox"
            className="tick"
            checked={!isLeftOut}
            onChange={(event) => recipe.edit(index, { isLeftOut: !event.currentTarget.checked })}
          />
          Entra na ficha
        </label>
        {!isLeftOut && (
          <>
            <NameField line={line} recipe={recipe} />
            <QuantityField
              label="Quantidade"
              value={quantity}
              error={errors.quantity}
              description={quantity.trim() === '' ? 'Sem quantidade, fica de fora.' : undefined}
              reading={readQuantity(quantity)}
              onChange={(text) => recipe.edit(index, { quantity: text })}
              onRefocus={() => undefined}
            />
            {notes.map((note) => (
              <p key={note} className="pad-block-6 pad-inline-10 rounded-small on-honey-tint text-15">
                {note}
              </p>
            ))}
            {newIngredient?.isFirst === true && quantity.trim() !== '' && (
              <NewIngredientFields name={name} newIngredient={newIngredient} errors={errors} recipe={recipe} />
            )}
            {question && (
              <QuantityField
                label={question.sentence}
                placeholder={question.placeholder}
                description="Guardado para as próximas vezes."
                value={recipe.answerTo(question.key)}
                error={recipe.showsProblems || recipe.answerTo(question.key) !== '' ? errors.answer : undefined}
                reading={readQuantity(recipe.answerTo(question.key))}
                onChange={(text) => recipe.answer(question.key, text)}
                onRefocus={() => undefined}
              />
            )}
          </>
        )}
      </fieldset>
    </li>
  );
});

/** A text input with the names of components as suggestions. */
const NameField = observer(function NameField({ line: { index, name, errors }, recipe }: PastedLineProps) {
  const { ingredients, preparations } = useStores().business.state;
  const id = useId();
  const names = [...new Set([...ingredients.values(), ...preparations.values()].map((component) => component.name))];
  return (
    <>
      <TextField
        label="Insumo"
        value={name}
        error={errors.name}
        onChange={(text) => recipe.edit(index, { name: text })}
        list={id}
      />
      <datalist id={id}>
        {names.map((suggestion) => (
          <option key={suggestion}>{suggestion}</option>
        ))}
      </datalist>
    </>
  );
});

interface NewIngredientProps extends Pick<PlannedLine, 'name' | 'errors'> {
  readonly newIngredient: NonNullable<PlannedLine['newIngredient']>;
  readonly recipe: PastedRecipe;
}

const NewIngredientFields = observer(function NewIngredientFields({
  name,
  newIngredient,
  errors,
  recipe,
}: NewIngredientProps) {
  const { key, unit } = newIngredient;
  return (
    <div className="stack gap-8">
      <p className="pad-block-6 pad-inline-10 rounded-small on-honey-tint text-15">
        “{name}” não está em Insumos: entra como insumo novo.
      </p>
      <TextField
        label="Unidade em que é comprado"
        value={unit}
        error={errors.unit}
        onChange={(text) => recipe.answer(`${key}:unit`, text)}
      />
      <AmountField
        label={unit.trim() === '' ? 'Preço' : `Preço por ${unit.trim()}`}
        description="Pode ficar para depois."
        placeholder="0,00"
        rule={AMOUNTS.unitPrice}
        value={recipe.answerTo(`${key}:price`)}
        error={errors.price}
        onChange={(text) => recipe.answer(`${key}:price`, text)}
      />
    </div>
  );
});
