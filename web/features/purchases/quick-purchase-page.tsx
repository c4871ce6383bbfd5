import { Button } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { type FormEvent, type Ref, useEffect, useRef } from 'react';
import { useSearch } from 'wouter';
import { AMOUNTS } from '#domain/amounts.ts';
import { displayUnitOf } from '#domain/units/measure.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { ActionLink } from '#web/ui/action.tsx';
import { AmountField } from '#web/ui/amount-field.tsx';
import { RemoteDataView } from '#web/ui/remote-data-view.tsx';
import { Section } from '#web/ui/section.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useCached } from '../entry/use-cached.ts';
import { NEW_INGREDIENT } from '../fields/new-ingredient.ts';
import { PURCHASES, RECEIPT } from '../navigation/addresses.ts';
import { SavedPurchaseNote, SubmissionProblem } from './saved-purchase-note.tsx';
import { ItemSelect } from './item-select.tsx';
import { packTextOf, readPackContent } from './purchase-line.ts';
import styles from './purchases.module.css';
import { QuickPurchase } from './quick-purchase.ts';
import { SupplierField } from './supplier-field.tsx';

/** /dashboard/compras/rapida: a form for one ingredient and its price. */
export const QuickPurchasePage = observer(function QuickPurchasePage() {
  const { business } = useStores();
  return (
    <Section
      title="Compra rápida"
      explanation="Um insumo e o preço que pagou. Os pratos que levam o insumo mudam na hora."
      actions={
        <>
          <ActionLink tone="plain" to={RECEIPT}>
            Nota com vários itens
          </ActionLink>
          <ActionLink tone="plain" to={PURCHASES}>
            Ver compras
          </ActionLink>
        </>
      }
    >
      <RemoteDataView
        data={business.data('ingredients', 'preparations')}
        onRetry={() => business.reader.retry()}
        loading="Carregando insumos..."
        failure="Erro ao carregar insumos"
      >
        {() => <QuickForm />}
      </RemoteDataView>
    </Section>
  );
});

const QuickForm = observer(function QuickForm() {
  const { business } = useStores();
  const form = useCached(business, 'quick purchase', () => new QuickPurchase(business));
  const ingredientId = new URLSearchParams(useSearch()).get('insumo');
  const item = useRef<HTMLInputElement>(null);
  const packContent = useRef<HTMLInputElement>(null);
  const price = useRef<HTMLInputElement>(null);
  useEffect(() => void form.submission.suppliers.refresh(), [form]);
  useEffect(() => {
    const ingredient = business.state.ingredients.get(ingredientId ?? '');
    if (!ingredient) return undefined;
    form.choose({ item: ingredient.id, name: '', pack: packTextOf(ingredient) });
    // The title takes the focus when a page opens; the price takes it afterwards.
    const focusTimer = setTimeout(() => price.current?.focus());
    return () => clearTimeout(focusTimer);
  }, [business, form, ingredientId]);
  const { texts, errors, problem, submission } = form;
  const hasItem = texts.item !== '';
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!submission.isSending && (await form.save())) item.current?.focus();
  };
  return (
    <div className={`${styles['narrow']} stack one-column gap-24`}>
      <form className="stack one-column gap-16" onSubmit={(event) => void save(event)} noValidate>
        <ItemSelect
          texts={texts}
          error={errors.item}
          inputRef={item}
          allowsNonIngredient={false}
          onChange={(choice) => form.choose(choice)}
          onPick={(chosen) => {
            // The closing list gives the focus back to its field first.
            setTimeout(() => (chosen === NEW_INGREDIENT ? packContent : price).current?.focus());
          }}
        />
        {hasItem && <ChosenFields form={form} packContent={packContent} price={price} />}
        <SubmissionProblem submission={submission} problem={problem} />
        <div>
          <Button type="submit" loading={submission.isSending}>
            Salvar compra
          </Button>
        </div>
      </form>
      <SavedPurchaseNote submission={submission} />
    </div>
  );
});

interface ChosenFieldsProps {
  readonly form: QuickPurchase;
  readonly packContent: Ref<HTMLInputElement>;
  readonly price: Ref<HTMLInputElement>;
}

/** The fields for the packs of the chosen ingredient, their price and their supplier. */
const ChosenFields = observer(function ChosenFields({ form, packContent, price }: ChosenFieldsProps) {
  const { texts, errors } = form;
  const pack = readPackContent(texts.pack);
  return (
    <>
      <div className={`${styles['pair']} stack at-top gap-12`}>
        <AmountField
          label="Quantos"
          rule={AMOUNTS.packs}
          value={texts.packs}
          error={errors.packs}
          onChange={(text) => form.type({ packs: text })}
        />
        <TextField
          label="Cada um tem"
          placeholder="5 kg, 12 × 395 g"
          value={texts.pack}
          error={errors.pack}
          inputRef={packContent}
          onChange={(text) => form.type({ pack: text })}
        />
      </div>
      {texts.item === NEW_INGREDIENT && pack.ok && (
        <p className="soft text-15">
          {texts.name} entra nos insumos, contado em {displayUnitOf(pack.value.unit)}.
        </p>
      )}
      <AmountField
        label={priceLabel(texts.pack.trim())}
        placeholder="0,00"
        rule={AMOUNTS.purchaseTotal}
        value={texts.price}
        error={errors.price}
        inputRef={price}
        onChange={(text) => form.type({ price: text })}
      />
      <SupplierField
        suppliers={form.submission.suppliers}
        value={form.supplier}
        onChange={(name) => form.typeSupplier(name)}
      />
    </>
  );
});

/** The label of the price field: 'Preço de 5 kg', or 'Preço de 1 kg' for a unit alone. */
function priceLabel(pack: string): string {
  if (pack === '') return 'Preço de cada um';
  return /\d/.test(pack) ? `Preço de ${pack}` : `Preço de 1 ${pack}`;
}
