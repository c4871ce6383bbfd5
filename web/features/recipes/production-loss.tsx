import { observer } from 'mobx-react-lite';
import { AMOUNTS, readAmount } from '#domain/amounts.ts';
import type { TenThousandths } from '#domain/decimal.ts';
import { DEFAULT_LOSS } from '#domain/figures/dish-result.ts';
import { formatCount } from '#domain/format.ts';
import { formatForInput } from '#domain/numerals.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { AmountField } from '#web/ui/amount-field.tsx';
import { RowEditor } from '../entry/row-editor.ts';
import type { FormField } from '../entry/field.ts';
import { amountProps } from '../entry/entry-form.ts';
import { useRowEditor } from '../entry/use-row-editor.ts';
import { DetailEditor } from './detail-editor.tsx';
import { lossText } from './recipe-totals.ts';
import styles from './recipes-tab.module.css';

const productionLoss: FormField<TenThousandths | null> = {
  apiName: 'production_loss',
  label: 'Perda na produção',
  isOptional: true,
  toInputText: (percentage) => formatForInput(percentage ?? DEFAULT_LOSS),
  toSentenceText: (percentage) => `${formatForInput(percentage ?? DEFAULT_LOSS)}%`,
  read(text) {
    if (text.trim() === '') return { ok: true, value: null };
    const reading = readAmount(text, AMOUNTS.loss);
    return reading.ok
      ? { ok: true, value: reading.tenThousandths === DEFAULT_LOSS ? null : reading.tenThousandths }
      : reading;
  },
};

/**
 * Shows and edits the loss of production of every dish; where ingredients have a yield too, it notes that both add up.
 */
export const ProductionLoss = observer(function ProductionLoss() {
  const { business } = useStores();
  const { settings, ingredients } = business.state;
  const editor = useRowEditor(
    'production loss',
    settings,
    () =>
      new RowEditor({
        fields: { productionLoss },
        savedValues: () => business.state.settings,
        change: (changes) => business.issue({ type: 'ChangeBusinessSettings', ...changes }),
        focus: 'productionLoss',
      }),
  );
  const lossPercentage = settings.productionLoss ?? DEFAULT_LOSS;
  const ingredientsWithYield = [...ingredients.values()].filter(
    ({ yieldPercentage }) => yieldPercentage !== null,
  ).length;
  return (
    <div className="shrinks">
      <DetailEditor
        label="Perda na produção"
        editor={editor}
        button="Mudar a perda"
        variant="subtle"
        renderFields={(form) => (
          <AmountField
            label="Perda na produção de todos os pratos"
            rule={AMOUNTS.loss}
            description="O que se perde no preparo, por cima do custo dos ingredientes. Um prato pode ter a sua."
            {...amountProps(form, 'productionLoss')}
          />
        )}
      >
        <p className={`${styles['loss']} soft text-15`}>
          {ingredientsWithYield > 0 && lossPercentage > 0
            ? `Você já informa o rendimento de ${formatCount(ingredientsWithYield)} ${ingredientsWithYield === 1 ? 'insumo' : 'insumos'}. A perda geral de ${formatForInput(lossPercentage)} % soma a isso. Quer diminuir?`
            : `Perda na produção: ${lossText(lossPercentage)} em todos os pratos.`}
        </p>
      </DetailEditor>
    </div>
  );
});
