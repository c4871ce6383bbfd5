import { Button } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { type FormEvent, useState } from 'react';
import { AMOUNTS, readAmount } from '#domain/amounts.ts';
import type { ChangeSet, SingleCommand } from '#domain/business/commands.ts';
import { type TenThousandths, SCALE } from '#domain/decimal.ts';
import { formatMoney, formatQuantity } from '#domain/format.ts';
import { newId } from '#web/stores/business/entity-id.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { AmountField } from '#web/ui/amount-field.tsx';
import { Problem } from '#web/ui/note.tsx';
import { announceChange } from '../entry/announce-change.ts';
import { EntryForm, amountProps } from '../entry/entry-form.ts';
import { amountField } from '../entry/field.ts';
import styles from './recipe-sheet.module.css';
import type { RecipeOwner } from '../fields/recipe-owner.ts';
import { componentOf, unitOf } from '#domain/business/recipe/components.ts';
import type { RecipeLine } from '#domain/business/recipe/line.ts';
import { convertExactly } from '#domain/units/conversions.ts';
import type { Business } from '#domain/business/state.ts';
import { measureOf } from '#domain/units/measure.ts';

interface DuplicateRecipeProps {
  readonly owner: RecipeOwner;
  /** Receives the id of the copy. */
  readonly onCopied: (id: string) => void;
}

/** Copies a recipe with one tap, or in another size: a large pizza is 1,5 times the medium one. */
export const DuplicateRecipe = observer(function DuplicateRecipe({ owner, onCopied }: DuplicateRecipeProps) {
  const { business } = useStores();
  const [isSizing, setIsSizing] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  function copy(options: CopyOptions): string | undefined {
    const issued = business.issue(copyCommand(owner, options));
    if (issued.refused) return issued.refused.sentence;
    setIsSizing(false);
    onCopied(options.copyId);
    void announceChange({ issued, text: `Cópia feita: “${owner.name}”`, failureNote: 'Nada foi copiado.' });
    return undefined;
  }
  const openForm = (): void => {
    setRefusal(undefined);
    setIsSizing(true);
  };
  if (isSizing) return <SizedCopy owner={owner} copy={copy} onCancel={() => setIsSizing(false)} />;
  return (
    <>
      <Button variant="default" onClick={() => setRefusal(copy({ copyId: newId() }))}>
        Duplicar
      </Button>
      <Button variant="subtle" onClick={openForm}>
        <span className="spelled-out">Duplicar em{'\u00A0'}</span>
        <span className={styles['first']}>outro tamanho</span>
      </Button>
      <Problem text={refusal} className="wide tomato text-15" />
    </>
  );
});

const fields = { factor: amountField('quantity', AMOUNTS.factor) };

interface SizedCopyProps {
  readonly owner: RecipeOwner;
  /** Makes the copy. @returns the sentence of the refusal, if it is refused */
  readonly copy: (options: CopyOptions) => string | undefined;
  readonly onCancel: () => void;
}

const SizedCopy = observer(function SizedCopy({ owner, copy, onCancel }: SizedCopyProps) {
  const { state } = useStores().business;
  const [form] = useState(() => new EntryForm(fields, { factor: '1,5' }));
  /** The ticks that the user has set; any other line keeps its quantity where the product would not be whole. */
  const [ticks, setTicks] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [priceText, setPriceText] = useState('');
  const [priceError, setPriceError] = useState<string>();
  const keepsQuantity = ({ ingredientId, isWhole }: PieceLine): boolean => ticks.get(ingredientId) ?? !isWhole;
  const factor = readAmount(form.texts.factor, AMOUNTS.factor);
  const pieces = factor.ok ? pieceLines(state, owner, factor.tenThousandths) : [];
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const values = form.read();
    const price = priceText.trim() === '' ? undefined : readAmount(priceText, AMOUNTS.salePrice);
    if (price && !price.ok) setPriceError(price.sentence);
    if (!values || price?.ok === false) return;
    const keep = pieces.filter(keepsQuantity).map(({ ingredientId }) => ingredientId);
    const sentence = copy({ copyId: newId(), factor: values.factor, keep, salePrice: price?.tenThousandths });
    if (sentence !== undefined) form.showFailure({ sentence, fields: { quantity: sentence } });
  };
  const salePrice = owner.kind === 'dish' ? state.dishes.get(owner.id)?.salePrice : undefined;
  return (
    <form aria-label={`Duplicar ${owner.name}`} className="flex wrap at-bottom gap-8" onSubmit={submit} noValidate>
      <AmountField label="Quantidades vezes" rule={AMOUNTS.factor} {...amountProps(form, 'factor')} />
      <Pieces
        lines={pieces}
        keepsQuantity={keepsQuantity}
        onChange={(id, to) => setTicks(new Map(ticks).set(id, to))}
      />
      {salePrice !== undefined && (
        <AmountField
          label="Preço de venda"
          description={salePrice > 0 ? `Hoje ${formatMoney(salePrice)}. Vazio, fica igual.` : 'Vazio, fica sem preço.'}
          rule={AMOUNTS.salePrice}
          value={priceText}
          error={priceError}
          onChange={(text) => {
            setPriceText(text);
            setPriceError(undefined);
          }}
        />
      )}
      <Button type="submit">Duplicar</Button>
      <Button variant="subtle" color="gray" onClick={onCancel}>
        Cancelar
      </Button>
    </form>
  );
});

interface PiecesProps {
  readonly lines: readonly PieceLine[];
  readonly keepsQuantity: (line: PieceLine) => boolean;
  readonly onChange: (ingredientId: string, keepsQuantity: boolean) => void;
}

/** The lines that are counted in pieces, before and after, each with a tick for keeping its quantity. */
const Pieces = ({ lines, keepsQuantity, onChange }: PiecesProps) =>
  lines.length === 0 ? null : (
    <fieldset className="wide shrinks no-margin no-padding no-border">
      <legend className="no-padding weight-600">O que é contado em unidades</legend>
      {lines.map((line) => (
        <label key={line.ingredientId} className="row touch gap-12 pointer">
          <input
            type="checkbox"
            className="tick"
            checked={keepsQuantity(line)}
            onChange={(event) => onChange(line.ingredientId, event.currentTarget.checked)}
          />
          <span>
            {line.name}: {line.before} →{' '}
            {keepsQuantity(line) ? line.before : (line.after ?? 'não cabe em 4 casas decimais')}
            <span className="block soft text-15">fica igual</span>
          </span>
        </label>
      ))}
    </fieldset>
  );

interface CopyOptions {
  readonly copyId: string;
  readonly factor?: TenThousandths;
  readonly keep?: readonly string[];
  /** The price of the copy; the dish's own where it is left out. */
  readonly salePrice?: TenThousandths | undefined;
}

/** A copy with another price is two commands in one change set. */
function copyCommand({ kind, id }: RecipeOwner, { salePrice, ...options }: CopyOptions): SingleCommand | ChangeSet {
  if (kind === 'preparation') return { type: 'DuplicatePreparation', id, ...options };
  const copy: SingleCommand = { type: 'DuplicateDish', id, ...options };
  if (salePrice === undefined) return copy;
  return { type: 'ApplyChangeSet', commands: [copy, { type: 'ChangeDish', id: options.copyId, salePrice }] };
}

/** A line that is counted in pieces, for a copy of another size: one box stays one box, 2 eggs may become 3. */
interface PieceLine {
  readonly ingredientId: string;
  readonly name: string;
  /** The quantity in the original: '1 un'. */
  readonly before: string;
  /** The multiplied quantity: '1,5 un'; undefined where four decimals cannot hold it. */
  readonly after: string | undefined;
  /** Tells whether the multiplied quantity is a whole number of pieces: a dozen and a half is, half an egg is not. */
  readonly isWhole: boolean;
}

/** The lines that are counted in pieces, multiplied by the factor. */
const pieceLines = (state: Business, { lines }: RecipeOwner, factor: TenThousandths): readonly PieceLine[] =>
  lines.flatMap((line: RecipeLine): readonly PieceLine[] => {
    const component = componentOf(state, line.ingredientId);
    const unit = line.ownUnit ?? (component && unitOf(component)) ?? '';
    const { kind, size } = measureOf(unit);
    if (!component || kind !== 'count') return [];
    const exact = convertExactly(line.quantity, { n: BigInt(factor), d: BigInt(SCALE) });
    return [
      {
        ingredientId: component.id,
        name: component.name,
        before: `${formatQuantity(line.quantity)} ${unit}`,
        after: exact === undefined ? undefined : `${formatQuantity(exact)} ${unit}`,
        isWhole: exact !== undefined && (BigInt(exact) * size) % BigInt(SCALE) === 0n,
      },
    ];
  });
