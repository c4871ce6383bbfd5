import { observer } from 'mobx-react-lite';
import { AMOUNTS, readAmount } from '#domain/amounts.ts';
import type { Dish } from '#domain/business/state.ts';
import type { TenThousandths } from '#domain/decimal.ts';
import { sharedCostsOf } from '#domain/figures/business-figures.ts';
import { createCosting } from '#domain/figures/costing.ts';
import { dishFigures } from '#domain/figures/dish-figures.ts';
import { formatMoney } from '#domain/format.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { AmountField } from '#web/ui/amount-field.tsx';
import { amountField } from '../entry/field.ts';
import { amountProps } from '../entry/entry-form.ts';
import { DetailEditor } from './detail-editor.tsx';
import styles from './recipe-sheet.module.css';
import { marginAndProfitText, SuggestedPrice } from './suggested-price.tsx';
import { dishEditing, useRecipeEditing } from './use-recipe-editing.ts';

const priceField = amountField('sale_price', AMOUNTS.salePrice);
const fields = {
  salePrice: {
    ...priceField,
    toInputText: (price: TenThousandths) => (price === 0 ? '' : priceField.toInputText(price)),
    toSentenceText: (price: TenThousandths) => (price === 0 ? 'sem preço' : priceField.toSentenceText(price)),
  },
};

/** The price of a dish, with a preview of the margin that a typed price would leave. */
export const SalePrice = observer(function SalePrice({ dish }: { readonly dish: Dish }) {
  const editing = useRecipeEditing('price', dish, {
    ...dishEditing,
    fields,
    focus: 'salePrice',
  });
  const hasPrice = dish.salePrice > 0;
  return (
    <section aria-label={`Preço de venda de ${dish.name}`}>
      <DetailEditor
        label={`Preço de venda de ${dish.name}`}
        editor={editing}
        button={hasPrice ? 'Editar preço' : 'Definir preço'}
        variant={hasPrice ? 'default' : 'filled'}
        renderFields={(form) => (
          <div className="stack gap-8">
            <AmountField label="Preço de venda" rule={AMOUNTS.salePrice} {...amountProps(form, 'salePrice')} />
            <MarginPreview dish={dish} text={form.texts.salePrice} />
            <SuggestedPrice
              dish={dish}
              onUse={(price) => {
                form.type('salePrice', priceField.toInputText(price));
                form.focus('salePrice');
              }}
            />
          </div>
        )}
      >
        <div className="stack">
          <h3 className="faint text-15 weight-450 no-tracking">Preço de venda</h3>
          <p className={`numeral ${hasPrice ? `${styles['price']} weight-640` : 'faint text-20 weight-560'}`}>
            {hasPrice ? formatMoney(dish.salePrice) : 'Não definido'}
          </p>
        </div>
      </DetailEditor>
    </section>
  );
});

const MarginPreview = observer(function MarginPreview({ dish, text }: { readonly dish: Dish; readonly text: string }) {
  const { state } = useStores().business;
  const reading = readAmount(text, AMOUNTS.salePrice);
  const isReady = reading.ok && reading.tenThousandths > 0 && dish.lines.length > 0;
  return (
    <p className={`${styles['preview']} soft text-15 tabular`} role="status">
      {isReady &&
        `Com este preço: ${marginAndProfitText(dishFigures({ ...dish, salePrice: reading.tenThousandths }, createCosting(state), sharedCostsOf(state)).figures)}`}
    </p>
  );
});
