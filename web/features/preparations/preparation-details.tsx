import { observer } from 'mobx-react-lite';
import type { Preparation } from '#domain/business/state.ts';
import { SCALE } from '#domain/decimal.ts';
import { type CostedPreparation, createCosting } from '#domain/figures/costing.ts';
import { readConversions } from '#domain/units/quantity-text.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { AffectedDishes } from '../consequences/affected-dishes.tsx';
import { type EntryForm, type Values, fieldProps, quantityProps } from '../entry/entry-form.ts';
import { valuesOf } from '#domain/business/field-events.ts';
import { preparationFields } from '#domain/business/recipe/preparation-fields.ts';
import { tableInputFields, TableInputs } from '../entry/field-with-input.tsx';
import { preparationFieldsWithoutOwnInput, listTexts } from '../fields/fields-without-own-input.ts';
import { fieldOfTable, nameField } from '../entry/field.ts';
import { QuantityField, RecipeYieldInput } from '../entry/quantity-field.tsx';
import { conversionsField } from '../fields/pack-field.ts';
import { conversionPriceText } from '../fields/price-text.ts';
import { recipeYieldField, recipeYieldOf, yieldCommandFields } from '../fields/recipe-yield.ts';
import { MethodField } from '../fields/method-field.tsx';
import { DetailEditor } from '../recipes/detail-editor.tsx';
import { useRecipeEditing } from '../recipes/use-recipe-editing.ts';

const fields = {
  name: nameField,
  batch: recipeYieldField,
  conversions: conversionsField,
  method: fieldOfTable('method', preparationFields.method),
  ...tableInputFields(preparationFieldsWithoutOwnInput),
};

type DetailsForm = EntryForm<typeof fields>;

const savedValuesOf = (preparation: Preparation): Values<typeof fields> => {
  const { conversions } = preparation;
  return { ...valuesOf(preparationFields, preparation), batch: recipeYieldOf(preparation), conversions };
};

/** The name of a preparation, its yield, its measures and its method. */
export const PreparationDetails = observer(function PreparationDetails(props: { readonly preparation: Preparation }) {
  const { preparation } = props;
  const editing = useRecipeEditing('details', preparation, {
    fields,
    focus: 'batch',
    rowsIn: ({ preparations }) => preparations,
    savedValues: savedValuesOf,
    change: (id, { batch, ...to }) => ({
      type: 'ChangePreparation',
      id,
      ...to,
      ...(batch && yieldCommandFields(batch)),
    }),
  });
  const { name, conversions, method } = preparation;
  return (
    <section
      className="stack one-column from-top shrinks gap-12 pt-20 line-above"
      aria-label={`Rendimento e preparo de ${name}`}
    >
      <DetailEditor
        label={`Editar ${name}`}
        editor={editing}
        button="Editar preparo"
        renderFields={(form) => <DetailsInputs form={form} preparation={preparation} />}
        below={
          <>
            <p className={method === null ? 'faint text-15 tabular breaks' : 'soft breaks pre-line'}>
              {method ?? 'Ainda não escrito. Com ele, o preparo sai igual em outras mãos.'}
            </p>
            {conversions !== null && (
              <p className="faint text-15 tabular breaks">Medidas: {conversionsField.toInputText(conversions)}</p>
            )}
            {listTexts(preparationFieldsWithoutOwnInput, preparation).map((text) => (
              <p key={text} className="faint text-15 tabular breaks">
                {text}
              </p>
            ))}
          </>
        }
      >
        <h3 className="text-16 weight-600">Modo de preparo</h3>
      </DetailEditor>
    </section>
  );
});

interface DetailsInputsProps {
  readonly form: DetailsForm;
  readonly preparation: Preparation;
}

const DetailsInputs = observer(function DetailsInputs({ form, preparation }: DetailsInputsProps) {
  const { business } = useStores();
  return (
    <>
      <div className="stack three-to-two whole-row at-top gap-12">
        <TextField label="Nome" {...fieldProps(form, 'name')} />
        <RecipeYieldInput form={form} fieldKey="batch" />
        <TableInputs table={preparationFieldsWithoutOwnInput} form={form} />
      </div>
      <Disclosure
        label="Usado em mais de uma medida?"
        isNeeded={form.texts.conversions.trim() !== '' || form.errors.conversions !== undefined}
      >
        <QuantityField
          label="Quanto é uma na outra"
          placeholder="1 un = 350 g"
          description="Gramas e quilos, mililitros e litros o Prumo já sabe. Mais de uma: separe com ponto e vírgula."
          reading={readConversions(form.texts.conversions)}
          interpretationText={conversionsReadingText(form, createCosting(business.state).preparation(preparation.id))}
          {...quantityProps(form, 'conversions')}
        />
      </Disclosure>
      <AffectedDishes command={{ type: 'ChangePreparation', id: preparation.id, ...changeIn(form) }} />
      <MethodField {...fieldProps(form, 'method')} />
    </>
  );
});

/** The values of the form that would change the cost of dishes; empty while they cannot be read. */
function changeIn({ texts }: DetailsForm): object {
  const batch = fields.batch.read(texts.batch);
  const conversions = fields.conversions.read(texts.conversions);
  return batch.ok && conversions.ok ? { ...yieldCommandFields(batch.value), conversions: conversions.value } : {};
}

/**
 * Repeats the conversions as they were read, with prices by the yield in the form: 'Entendi: 1 un = 350 g, R$ 2,10 /
 * un.'
 */
function conversionsReadingText({ texts }: DetailsForm, costed: CostedPreparation | undefined): string {
  const batch = fields.batch.read(texts.batch);
  const conversionsReading = fields.conversions.read(texts.conversions);
  if (!batch.ok || !conversionsReading.ok || conversionsReading.value === null || !costed) return '';
  const conversions = conversionsReading.value;
  const { quantity, unit } = batch.value;
  const { n, d } = costed.wholeRecipeCost.exact();
  const price = { n: n * BigInt(SCALE), d: d * BigInt(quantity) };
  return `Entendi: ${conversions.map((conversion) => conversionPriceText(conversion, { unit, price, conversions })).join('; ')}.`;
}
