import { Button } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { AMOUNTS, readAmount } from '#domain/amounts.ts';
import type { Dish } from '#domain/business/state.ts';
import type { Units } from '#domain/decimal.ts';
import { costBase } from '#domain/figures/business-figures.ts';
import { createCosting } from '#domain/figures/costing.ts';
import { dishFigures } from '#domain/figures/dish-figures.ts';
import { marginText } from '#domain/figures/shown-dish.ts';
import { money } from '#domain/format.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { AmountField } from '#web/ui/amount-field.tsx';
import { Editing } from '../entry/editing.ts';
import { InlineEditor } from '../entry/inline-editor.tsx';
import { amountField } from '../entry/field.ts';
import { amountProps } from '../entry/field-props.ts';
import { useEditing } from '../entry/use-editing.ts';
import { OnlyNow } from '../past/only-now.tsx';
import styles from './sale-price.module.css';
import { SuggestedPrice } from './suggested-price.tsx';

const priceField = amountField('sale_price', AMOUNTS.salePrice);
const fields = {
  salePrice: {
    ...priceField,
    typed: (price: Units) => (price === 0 ? '' : priceField.typed(price)),
    said: (price: Units) => (price === 0 ? 'sem preço' : priceField.said(price)),
  },
};

/** The price of a dish: set, changed, and what a typed price would leave before it is saved. */
export const SalePrice = observer(function SalePrice({ dish }: { readonly dish: Dish }) {
  const { business } = useStores();
  const editing = useEditing(
    `price of ${dish.id}`,
    dish,
    (latest) =>
      new Editing({
        fields,
        held: () => business.state.dishes.get(latest.current.id) ?? latest.current,
        change: (to) => business.issue({ type: 'ChangeDish', id: latest.current.id, ...to }),
        focus: 'salePrice',
      }),
  );
  const isSet = dish.salePrice > 0;
  return (
    <section className={styles['price']} aria-label={`Preço de venda de ${dish.name}`}>
      <InlineEditor
        label={`Preço de venda de ${dish.name}`}
        editing={editing}
        renderFields={(form) => (
          <div className={styles['field']}>
            <AmountField label="Preço de venda" rule={AMOUNTS.salePrice} {...amountProps(form, 'salePrice')} />
            <Preview dish={dish} text={form.texts.salePrice} />
            <SuggestedPrice
              dish={dish}
              onUse={(price) => {
                form.type('salePrice', priceField.typed(price));
                form.focus('salePrice');
              }}
            />
          </div>
        )}
      >
        {(openButton) => (
          <>
            <div className={styles['words']}>
              <h3 className={styles['label']}>Preço de venda</h3>
              <p className={`numeral ${isSet ? styles['value'] : styles['missing']}`}>
                {isSet ? money(dish.salePrice) : 'Não definido'}
              </p>
            </div>
            <OnlyNow>
              <Button ref={openButton} variant={isSet ? 'default' : 'filled'} onClick={() => editing.open()}>
                {isSet ? 'Editar preço' : 'Definir preço'}
              </Button>
            </OnlyNow>
          </>
        )}
      </InlineEditor>
    </section>
  );
});

const Preview = observer(function Preview({ dish, text }: { readonly dish: Dish; readonly text: string }) {
  const { state } = useStores().business;
  const reading = readAmount(text, AMOUNTS.salePrice);
  const ready = reading.ok && reading.units > 0 && dish.lines.length > 0;
  return (
    <p className={styles['preview']} role="status">
      {ready &&
        previewOf(dishFigures({ ...dish, salePrice: reading.units }, createCosting(state), costBase(state)).figures)}
    </p>
  );
});

function previewOf({ contributionMarginPercentage, netProfit }: ReturnType<typeof dishFigures>['figures']): string {
  const margin = `margem de ${marginText(contributionMarginPercentage)}`;
  return netProfit < 0
    ? `Com este preço: ${margin}, prejuízo de ${money(-netProfit)} por venda.`
    : `Com este preço: ${margin}, sobram ${money(netProfit)} por venda.`;
}
