import { componentOf, unitOf } from '#domain/business/recipe/components.ts';
import { observer } from 'mobx-react-lite';
import type { SingleCommand } from '#domain/business/commands.ts';
import type { Scope } from '#domain/business/channel/fields.ts';
import type { TenThousandths } from '#domain/decimal.ts';
import type { LineFigures } from '#domain/figures/dish-result.ts';
import { createCosting } from '#domain/figures/costing.ts';
import { lacksLinePrice } from '#domain/figures/dish-figures.ts';
import { formatMoney, formatPercentage, formatQuantity } from '#domain/format.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { lineScope } from '../channels/scope-field.tsx';
import { channelsOf, onlyIn } from '../fields/channels-of.ts';
import { AffectedDishes } from '../consequences/affected-dishes.tsx';
import type { EntryForm } from '../entry/entry-form.ts';
import { EditableRow } from '../entry/editable-row.tsx';
import { RowEditor } from '../entry/row-editor.ts';
import type { FormField } from '../entry/field.ts';
import { RowContent } from '../entry/row-list.tsx';
import { shareOf } from '../entry/share.ts';
import { useRowEditor } from '../entry/use-row-editor.ts';
import {
  answerField,
  conversionFrom,
  type UnitDoubt,
  unitDoubtIn,
  lineQuantityField,
  missingConversionFor,
} from '../fields/line-fields.ts';
import { linePriceText, usableShareText } from './line-price.ts';
import { NestedRecipe } from './nested-recipe.tsx';
import { type LineForm, QuantityInput } from './quantity-input.tsx';
import { changeLine, issueLine, recipeIn, type RecipeOwner, removeLine } from '../fields/recipe-owner.ts';

interface LineRowProps {
  readonly owner: RecipeOwner;
  readonly line: LineFigures;
  /** The cost of all lines that make up the CMV, before the loss; 0 where this line is not one of them. */
  readonly total: TenThousandths;
}

/** One line of a recipe; the recipe of a preparation unfolds below it. */
export const LineRow = observer(function LineRow({ owner, line, total }: LineRowProps) {
  const { business } = useStores();
  const { ingredientId, ingredientName: name, unit } = line;
  const rowKey = `${owner.id}/${ingredientId}`;
  const editing = useRowEditor(rowKey, { owner, line }, (latest) => editingOf(business, latest));
  const component = componentOf(business.state, ingredientId);
  const scope = owner.lines.find((each) => each.ingredientId === ingredientId)?.channels ?? null;
  const channelsNote = onlyIn(channelsOf(business), scope);
  const usableShare = usableShareText(component);
  const costing = createCosting(business.state);
  const price = linePriceText(line, component, costing);
  const detail = `${unbroken(`${formatQuantity(line.quantity)} ${unit}${usableShare === undefined ? '' : ` ÷ ${usableShare}`}`)} × ${unbroken(price)}`;
  return (
    <>
      <EditableRow
        rowKey={rowKey}
        name={name}
        editor={editing}
        removal={{
          remove: () => business.issue(removeLine(owner, ingredientId)),
          text: `“${name}” saiu da ficha`,
          label: `Tirar ${name} da ficha`,
        }}
        renderFields={(form) => <LineInputs owner={owner} line={line} form={form} />}
      >
        <RowContent
          name={name}
          detail={channelsNote === undefined ? detail : `${detail} · ${channelsNote}`}
          value={formatMoney(line.cost)}
          textBelowValue={lacksLinePrice(line, costing) ? 'falta o preço' : shareText(line.cost, total)}
        />
      </EditableRow>
      {component && 'lines' in component && <NestedRecipe preparation={component} />}
    </>
  );
});

type OwnedLine = Pick<LineRowProps, 'owner' | 'line'>;

/** The editor of a line. It outlives the row, so it reads the line that is rendered now. */
const editingOf = (business: BusinessStore, latest: { readonly current: OwnedLine }): RowEditor<LineFields> =>
  new RowEditor<LineFields>({
    fields: {
      quantity: lineQuantityField(
        () => latest.current.line.unit,
        (amount) => doubtOf(business, latest.current)(amount),
      ),
      answer: answerField,
      channels: lineScope(business),
    },
    savedValues: () => {
      const { owner, line } = latest.current;
      const savedLine = recipeIn(business.state, owner)?.lines.find((each) => each.ingredientId === line.ingredientId);
      const component = componentOf(business.state, line.ingredientId);
      return {
        quantity: savedLine
          ? { quantity: savedLine.quantity, unit: savedLine.ownUnit ?? (component && unitOf(component)) }
          : { quantity: line.quantity, unit: line.unit },
        answer: '',
        channels: savedLine?.channels ?? null,
      };
    },
    change: ({ quantity: newQuantity, answer = '', channels: scope }) => {
      const { owner, line } = latest.current;
      const { ingredientId } = line;
      const question = missingConversionFor(componentOf(business.state, ingredientId), newQuantity?.unit);
      const conversion = question && conversionFrom(question, answer);
      const quantityChange = newQuantity && {
        quantity: newQuantity.quantity,
        ...(newQuantity.unit === undefined || newQuantity.unit === line.unit ? {} : { unit: newQuantity.unit }),
      };
      const scopeChange = scope === undefined ? {} : { channels: scope };
      return issueLine(business, changeLine(owner, { ingredientId, ...quantityChange, ...scopeChange }), conversion);
    },
    focus: 'quantity',
  });

interface LineInputsProps extends OwnedLine {
  readonly form: EntryForm<LineFields>;
}

const LineInputs = observer(function LineInputs({ owner, line, form }: LineInputsProps) {
  const { business } = useStores();
  return (
    <>
      <QuantityInput
        label={`Quantidade de ${line.ingredientName} (${line.unit})`}
        form={form}
        component={componentOf(business.state, line.ingredientId)}
        doubt={doubtOf(business, { owner, line })}
      />
      {/* A preparation is made for all channels at once; only the lines of dishes have a scope. */}
      {owner.kind === 'dish' ? (
        lineScope(business).render({ form, key: 'channels', isNew: false })
      ) : (
        <AffectedDishes command={quantityCommand(owner, line, form)} />
      )}
    </>
  );
});

/** The current quantity of a line has been confirmed once, and is not doubted again. */
const doubtOf =
  (business: BusinessStore, { owner, line }: OwnedLine): UnitDoubt =>
  (amount) =>
    amount === line.quantity
      ? undefined
      : unitDoubtIn(business, { owner, ingredientId: line.ingredientId, unit: line.unit })(amount);

/** The change that the typed quantity would make; it changes nothing while the text cannot be read. */
function quantityCommand(
  owner: RecipeOwner,
  { ingredientId, unit }: LineFigures,
  form: EntryForm<LineFields>,
): SingleCommand {
  const reading = lineQuantityField(() => unit).read(form.texts.quantity);
  return changeLine(owner, { ingredientId, ...(reading.ok ? reading.value : {}) });
}

type LineFields = LineForm & { readonly channels: FormField<Scope> };

/** Keeps a quantity or a price on one line of a phone. */
const unbroken = (text: string): string => text.replaceAll(' ', '\u00A0');

const shareText = (cost: TenThousandths, total: TenThousandths): string | undefined =>
  total > 0 ? formatPercentage(shareOf(cost, total)) : undefined;
