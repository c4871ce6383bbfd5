import { Button } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { dayOf } from '#contract/instants.ts';
import { AMOUNTS } from '#domain/amounts.ts';
import { formatCount, formatMoney } from '#domain/format.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { ActionLink } from '#web/ui/action.tsx';
import { AmountField } from '#web/ui/amount-field.tsx';
import { RemoteDataView } from '#web/ui/remote-data-view.tsx';
import { notify } from '#web/ui/notify.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { PlainField } from '#web/ui/plain-field.tsx';
import { Section } from '#web/ui/section.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { focusNextField } from '../entry/row-focus.ts';
import { useCached } from '../entry/use-cached.ts';
import { NEW_INGREDIENT } from '../fields/new-ingredient.ts';
import { PURCHASES, QUICK_PURCHASE } from '../navigation/addresses.ts';
import { SavedPurchaseNote, SubmissionProblem } from './saved-purchase-note.tsx';
import { ItemSelect } from './item-select.tsx';
import { type LineTexts, NOT_INGREDIENT } from './purchase-line.ts';
import styles from './purchases.module.css';
import { receiptDraftStore, Receipt } from './receipt.ts';
import { SupplierField } from './supplier-field.tsx';

interface ReceiptProps {
  readonly receipt: Receipt;
}

/** /dashboard/compras/nota: the form for a receipt with its lines. */
export const ReceiptPage = observer(function ReceiptPage() {
  const { business, session } = useStores();
  const account = session.user?.id ?? 'visitor';
  const receipt = useCached(
    business,
    'receipt',
    () =>
      new Receipt(
        business,
        receiptDraftStore(() => localStorage, account),
      ),
  );
  useEffect(() => void receipt.submission.suppliers.refresh(), [receipt]);
  useEffect(() => {
    const follow = (): void => receipt.followOtherTab();
    follow();
    window.addEventListener('storage', follow);
    // A phone may hold back the events of a hidden tab.
    document.addEventListener('visibilitychange', follow);
    return () => {
      window.removeEventListener('storage', follow);
      document.removeEventListener('visibilitychange', follow);
    };
  }, [receipt]);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!receipt.submission.isSending) void receipt.save();
  };
  return (
    <Section
      title="Lançar nota"
      explanation="A compra toda, como está na nota. O que você digita fica guardado neste aparelho até salvar."
      actions={
        <>
          <ActionLink tone="plain" to={QUICK_PURCHASE}>
            Um insumo só
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
        {() => (
          <form className={`${styles['receipt']} stack one-column gap-16`} onSubmit={save} noValidate>
            {receipt.isOpenElsewhere && <p role="status">Esta nota está aberta em outra aba.</p>}
            <ReceiptHead receipt={receipt} />
            <ReceiptLines receipt={receipt} />
            <ReceiptTotals receipt={receipt} />
            <SavedPurchaseNote submission={receipt.submission} />
          </form>
        )}
      </RemoteDataView>
    </Section>
  );
});

const ReceiptHead = observer(function ReceiptHead({ receipt }: ReceiptProps) {
  const { head, headErrors } = receipt;
  const today = dayOf(new Date());
  return (
    <Panel title="De quem e quando">
      <div className="stack one-column gap-16">
        <SupplierField
          suppliers={receipt.submission.suppliers}
          value={head.supplier}
          error={headErrors.supplier}
          onChange={(text) => receipt.type('supplier', text)}
        />
        <PlainField
          type="date"
          label="Data da compra"
          value={head.date === '' ? today : head.date}
          max={today}
          error={headErrors.date}
          errorRole="alert"
          onChange={(text) => receipt.type('date', text)}
        />
        <Disclosure
          label="CNPJ e número da nota"
          isNeeded={head.cnpj !== '' || head.number !== '' || headErrors.cnpj !== undefined}
        >
          <div className={`${styles['two']} stack at-top gap-12`}>
            <TextField
              label="CNPJ do fornecedor (se quiser)"
              placeholder="00.000.000/0000-00"
              value={head.cnpj}
              error={headErrors.cnpj}
              onChange={(text) => receipt.type('cnpj', text)}
            />
            <TextField
              label="Número da nota (se quiser)"
              value={head.number}
              error={headErrors.number}
              onChange={(text) => receipt.type('number', text)}
            />
          </div>
        </Disclosure>
      </div>
    </Panel>
  );
});

const ReceiptLines = observer(function ReceiptLines({ receipt }: ReceiptProps) {
  const addButton = useRef<HTMLButtonElement>(null);
  const { rows } = receipt;
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => focusNextField(event, addButton.current);
  return (
    <Panel title="O que veio" hint="O que o fornecedor soma só a um item (IPI, ST) entra no total daquele item.">
      <ul className="stack list" aria-label="Itens da compra">
        {rows.map(({ key, texts }, index) => (
          <ReceiptLine
            key={key}
            receipt={receipt}
            rowKey={key}
            texts={texts}
            number={index + 1}
            addButton={addButton}
            onKeyDown={handleKeyDown}
          />
        ))}
      </ul>
      <Button
        ref={addButton}
        variant="default"
        leftSection={<Plus size={18} aria-hidden />}
        onClick={() => {
          receipt.addLine();
          // The focus moves once the new line is rendered.
          setTimeout(() => {
            const fields = addButton.current?.parentElement?.querySelectorAll<HTMLInputElement>('li:last-child input');
            fields?.[0]?.focus();
          });
        }}
      >
        Outro item
      </Button>
    </Panel>
  );
});

interface ReceiptLineProps extends ReceiptProps {
  readonly rowKey: number;
  readonly texts: LineTexts;
  /** The line's number, counted from 1. */
  readonly number: number;
  readonly addButton: RefObject<HTMLButtonElement | null>;
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
}

const ReceiptLine = observer(function ReceiptLine(props: ReceiptLineProps) {
  const { receipt, rowKey, texts, number, onKeyDown } = props;
  const line = useRef<HTMLLIElement>(null);
  const errors = receipt.lineErrors.get(rowKey) ?? {};
  const isFood = texts.item !== NOT_INGREDIENT;
  const type = (changes: Partial<LineTexts>): void => receipt.typeLine(rowKey, changes);
  return (
    <li
      ref={line}
      aria-label={`Item ${number}`}
      className={`${styles['line']} stack at-top gap-12 pad-block-16 line-below`}
    >
      <div className={styles['item']}>
        <ItemSelect
          texts={texts}
          error={errors.item}
          allowsNonIngredient
          onChange={type}
          onPick={(chosen) => {
            // The closing list gives the focus back to its field first; then it moves to the next unknown value.
            const next = chosen === NEW_INGREDIENT ? 2 : 1;
            setTimeout(() => line.current?.querySelectorAll('input')[next]?.focus());
          }}
        />
      </div>
      {isFood && (
        <>
          <AmountField
            label="Quantos"
            rule={AMOUNTS.packs}
            value={texts.packs}
            error={errors.packs}
            onChange={(text) => type({ packs: text })}
            onKeyDown={onKeyDown}
          />
          <TextField
            label="Cada um tem"
            placeholder="5 kg, 12 × 395 g"
            value={texts.pack}
            error={errors.pack}
            onChange={(text) => type({ pack: text })}
            onKeyDown={onKeyDown}
          />
        </>
      )}
      <AmountField
        className={styles['total']}
        label="Total do item"
        placeholder="0,00"
        rule={AMOUNTS.purchaseTotal}
        value={texts.price}
        error={errors.price}
        onChange={(text) => type({ price: text })}
        onKeyDown={onKeyDown}
      />
      {receipt.rows.length > 1 && <RemoveButton {...props} />}
    </li>
  );
});

const RemoveButton = ({ receipt, rowKey, number, addButton }: ReceiptLineProps) => (
  <Button
    className={styles['remove'] ?? ''}
    variant="subtle"
    color="gray"
    leftSection={<X size={18} aria-hidden />}
    onClick={({ detail: clickCount, currentTarget }) => {
      const nextField = currentTarget.closest('li')?.nextElementSibling?.querySelector('input');
      // Only for the keyboard: after a tap, a focused field would open the keyboard of a phone.
      if (clickCount === 0) (nextField ?? addButton.current)?.focus();
      notify({ text: 'Item retirado da nota', undo: receipt.removeLine(rowKey) });
    }}
  >
    Retirar<span className="visually-hidden"> item {number}</span>
  </Button>
);

const ReceiptTotals = observer(function ReceiptTotals({ receipt }: ReceiptProps) {
  const { head, headErrors, sum, difference, problem, submission } = receipt;
  return (
    <Panel title="Fechar a conta">
      <div className="stack one-column gap-16">
        <div className={`${styles['two']} stack at-top gap-12`}>
          <AmountField
            label="Frete e acréscimos (se houver)"
            description="IPI e ST da nota inteira: repartidos pelo valor."
            placeholder="0,00"
            rule={AMOUNTS.purchaseTotal}
            value={head.freight}
            error={headErrors.freight}
            onChange={(text) => receipt.type('freight', text)}
          />
          <AmountField
            label="Desconto (se houver)"
            description="O da nota inteira."
            placeholder="0,00"
            rule={AMOUNTS.purchaseTotal}
            value={head.discount}
            error={headErrors.discount ?? (sum.tenThousandths < 0 ? 'O desconto é maior que a soma.' : undefined)}
            onChange={(text) => receipt.type('discount', text)}
          />
        </div>
        <p className="row between wrap across-16" role="status">
          <span className="soft">
            Soma
            {sum.unreadableCount > 0 &&
              ` (${sum.unreadableCount === 1 ? 'falta o total de 1 item' : `falta o total de ${formatCount(sum.unreadableCount)} itens`})`}
          </span>
          <strong className="numeral text-20">{formatMoney(sum.tenThousandths)}</strong>
        </p>
        <AmountField
          label="Total da nota, para conferir (se quiser)"
          placeholder="0,00"
          rule={AMOUNTS.purchaseTotal}
          value={head.total}
          error={headErrors.total}
          description={headErrors.total === undefined ? differenceText(difference) : undefined}
          onChange={(text) => receipt.type('total', text)}
        />
        <SubmissionProblem submission={submission} problem={problem} />
        <div className="row wrap gap-12">
          <Button type="submit" loading={submission.isSending}>
            Salvar compra
          </Button>
          {!receipt.isEmpty && (
            <Button
              variant="subtle"
              color="gray"
              onClick={() => notify({ text: 'Nota descartada', undo: receipt.discard() })}
            >
              Descartar o que digitei
            </Button>
          )}
        </div>
      </div>
    </Panel>
  );
});

function differenceText(difference: number | undefined): string | undefined {
  if (difference === undefined) return undefined;
  if (difference === 0) return 'Confere com a soma.';
  return difference > 0 ? `Faltam ${formatMoney(difference)} na soma.` : `A soma passa ${formatMoney(-difference)}.`;
}
