import { observer } from 'mobx-react-lite';
import { AMOUNTS, readAmount } from '#domain/amounts.ts';
import type { Channel, Dish } from '#domain/business/state.ts';
import type { TenThousandths } from '#domain/decimal.ts';
import { sharedCostsOf } from '#domain/figures/business-figures.ts';
import { createCosting } from '#domain/figures/costing.ts';
import { dishFigures } from '#domain/figures/dish-figures.ts';
import { type ChannelFigures, marginText } from '#domain/figures/dish-result.ts';
import { formatMoney } from '#domain/format.ts';
import { withPrice } from '#domain/business/channel/channels.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { AmountField } from '#web/ui/amount-field.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { EditableRow } from '../entry/editable-row.tsx';
import { RowEditor } from '../entry/row-editor.ts';
import { amountField, type FormField } from '../entry/field.ts';
import { amountProps } from '../entry/entry-form.ts';
import { useRowEditor } from '../entry/use-row-editor.ts';
import styles from './channels.module.css';
import { inChannel } from '../fields/channels-of.ts';

const ChannelPriceAnswer = onDemand(async () => (await import('./channel-price-answer.tsx')).ChannelPriceAnswer);

interface ChannelPriceRowProps {
  readonly dish: Dish;
  readonly channel: Channel;
  readonly figures: ChannelFigures;
  /** The figures of the same dish in the main channel. */
  readonly mainFigures: ChannelFigures;
}

const salePriceField = amountField('sale_price', AMOUNTS.salePrice);

/** The price in one channel: an empty text means the sale price, 0 that the dish is not sold there. */
const price: FormField<TenThousandths | null> = {
  ...salePriceField,
  apiName: 'prices',
  isOptional: true,
  toInputText: (value) => (value === null ? '' : salePriceField.toInputText(value)),
  toSentenceText: (value) =>
    value === null ? 'o preço de venda' : value === 0 ? 'não é vendido ali' : salePriceField.toSentenceText(value),
  read: (text) => (text.trim() === '' ? { ok: true, value: null } : salePriceField.read(text)),
};

/**
 * The price of a dish in one channel and what it leaves. The price in the main channel is the sale price, which has its
 * own field.
 */
export const ChannelPriceRow = observer(function ChannelPriceRow(props: ChannelPriceRowProps) {
  const { dish, channel, figures, mainFigures } = props;
  const { business } = useStores();
  const rowKey = `${dish.id}/price/${channel.id}`;
  const editing = useRowEditor(
    rowKey,
    props,
    (latest) =>
      new RowEditor({
        fields: { price },
        savedValues() {
          const { dish: currentDish, channel: currentChannel } = latest.current;
          return {
            price: (business.state.dishes.get(currentDish.id) ?? currentDish).prices?.[currentChannel.id] ?? null,
          };
        },
        change({ price: newPrice }) {
          const { dish: currentDish, channel: currentChannel } = latest.current;
          return business.issue({
            type: 'ChangeDish',
            id: currentDish.id,
            ...(newPrice === undefined ? {} : { prices: { [currentChannel.id]: newPrice } }),
          });
        },
        focus: 'price',
      }),
  );
  const content = <Content channel={channel} figures={figures} />;
  if (channel.isMain)
    return (
      <li>
        <div className={`${styles['main']} stack at-middle pad-block-8 pad-inline-20`}>{content}</div>
      </li>
    );
  const channelText = inChannel(channel);
  return (
    <EditableRow
      rowKey={rowKey}
      name={`preço ${channelText}`}
      editor={editing}
      renderFields={(form) => (
        <div className="stack whole-row shrinks gap-8">
          <AmountField
            label={`Preço ${channelText}`}
            rule={AMOUNTS.salePrice}
            placeholder={salePriceField.toInputText(dish.salePrice)}
            description="Vazio: o preço de venda. 0: não é vendido ali."
            {...amountProps(form, 'price')}
          />
          <Preview dish={dish} channel={channel} text={form.texts.price} />
          <ChannelPriceAnswer
            channel={channel}
            figures={figures}
            mainFigures={mainFigures}
            onUse={(newPrice) => {
              form.type('price', salePriceField.toInputText(newPrice));
              editing.submit();
            }}
          />
        </div>
      )}
    >
      {content}
    </EditableRow>
  );
});

/** A channel with the margin of a sale, 'App, deixa R$ 31,24 (40,6%)', and the calculation below. */
function Content({ channel, figures }: Pick<ChannelPriceRowProps, 'channel' | 'figures'>) {
  const { price: salePrice, cmv, variableCostValue, contributionMargin: margin } = figures;
  const isSold = salePrice > 0;
  const unsoldText = channel.isMain ? 'sem preço' : 'não vendido';
  return (
    <span className="flex wrap between at-baseline gap-2 across-16">
      <span className="shrinks breaks">{channel.name}</span>
      <span className={`numeral weight-560 ${margin < 0 ? 'tomato' : ''}`}>
        {isSold ? marginInWords(margin) : unsoldText}
        {isSold && (
          <span className={`${styles['share']} faint text-14 tabular`}>
            {' '}
            {marginText(figures.contributionMarginPercentage)}
          </span>
        )}
      </span>
      {isSold && (
        <span className={`${styles['sum']} faint text-14 tabular`}>
          <span>{formatMoney(salePrice)}</span> <span>− CMV {formatMoney(cmv)}</span>{' '}
          <span>− taxas {formatMoney(variableCostValue)}</span>
        </span>
      )}
    </span>
  );
}

const marginInWords = (margin: TenThousandths): string =>
  margin < 0 ? `falta ${formatMoney(-margin)}` : `deixa ${formatMoney(margin)}`;

interface PreviewProps {
  readonly dish: Dish;
  readonly channel: Channel;
  readonly text: string;
}

/** The amount that the typed price would leave in this channel. */
const Preview = observer(function Preview({ dish, channel, text }: PreviewProps) {
  const { state } = useStores().business;
  const reading = readAmount(text, AMOUNTS.salePrice);
  const changedDish = reading.ok &&
    reading.tenThousandths > 0 && { ...dish, prices: withPrice(dish.prices, channel.id, reading.tenThousandths) };
  const newFigures =
    changedDish &&
    dishFigures(changedDish, createCosting(state), sharedCostsOf(state)).figures.channels.find(
      ({ channelId }) => channelId === channel.id,
    );
  return (
    <p className={`${styles['preview']} soft text-15 tabular`} role="status">
      {newFigures &&
        `Com este preço ${marginInWords(newFigures.contributionMargin)} por venda, margem de ${marginText(newFigures.contributionMarginPercentage)}.`}
    </p>
  );
});
