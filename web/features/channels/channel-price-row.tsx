import { observer } from 'mobx-react-lite';
import { AMOUNTS, readAmount } from '#domain/amounts.ts';
import type { Channel, Dish } from '#domain/business/state.ts';
import type { Units } from '#domain/decimal.ts';
import { costBase } from '#domain/figures/business-figures.ts';
import { createCosting } from '#domain/figures/costing.ts';
import { dishFigures } from '#domain/figures/dish-figures.ts';
import type { ChannelFigures } from '#domain/figures/dish-result.ts';
import { marginText } from '#domain/figures/shown-dish.ts';
import { money } from '#domain/format.ts';
import { withPrice } from '#domain/business/channel/channels.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { AmountField } from '#web/ui/amount-field.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { EditableRow } from '../entry/editable-row.tsx';
import { Editing } from '../entry/editing.ts';
import { amountField, type Field } from '../entry/field.ts';
import { amountProps } from '../entry/field-props.ts';
import { useEditing } from '../entry/use-editing.ts';
import styles from './dish-channels.module.css';
import { inChannel } from '../fields/channels-of.ts';

const ChannelPriceAnswer = onDemand(async () => (await import('./channel-price-answer.tsx')).ChannelPriceAnswer);

interface ChannelPriceRowProps {
  readonly dish: Dish;
  readonly channel: Channel;
  readonly figures: ChannelFigures;
  /** The figures of the same dish in the main channel. */
  readonly main: ChannelFigures;
}

const written = amountField('sale_price', AMOUNTS.salePrice);

/** A price in one channel. Empty: the sale price; 0: not sold there. */
const price: Field<Units | null> = {
  ...written,
  wire: 'prices',
  isOptional: true,
  typed: (own) => (own === null ? '' : written.typed(own)),
  said: (own) => (own === null ? 'o preço de venda' : own === 0 ? 'não é vendido ali' : written.said(own)),
  read: (text) => (text.trim() === '' ? { ok: true, value: null } : written.read(text)),
};

/**
 * The price of a dish in one channel and what it leaves. The price in the main channel is the sale price, which has its
 * own field.
 */
export const ChannelPriceRow = observer(function ChannelPriceRow(props: ChannelPriceRowProps) {
  const { dish, channel, figures, main } = props;
  const { business } = useStores();
  const rowKey = `${dish.id}/price/${channel.id}`;
  const editing = useEditing(
    rowKey,
    props,
    (latest) =>
      new Editing({
        fields: { price },
        held() {
          const { dish: drawn, channel: where } = latest.current;
          return { price: (business.state.dishes.get(drawn.id) ?? drawn).prices?.[where.id] ?? null };
        },
        change({ price: to }) {
          const { dish: drawn, channel: where } = latest.current;
          return business.issue({
            type: 'ChangeDish',
            id: drawn.id,
            ...(to === undefined ? {} : { prices: { [where.id]: to } }),
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
  const where = inChannel(channel);
  return (
    <EditableRow
      rowKey={rowKey}
      name={`preço ${where}`}
      editing={editing}
      renderFields={(form) => (
        <div className="stack whole-row shrinks gap-8">
          <AmountField
            label={`Preço ${where}`}
            rule={AMOUNTS.salePrice}
            placeholder={written.typed(dish.salePrice)}
            description="Vazio: o preço de venda. 0: não é vendido ali."
            {...amountProps(form, 'price')}
          />
          <Preview dish={dish} channel={channel} text={form.texts.price} />
          <ChannelPriceAnswer
            channel={channel}
            figures={figures}
            main={main}
            onUse={(answer) => {
              form.type('price', written.typed(answer));
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

/** 'App, deixa R$ 31,24 (40,6%)', with the calculation below. */
function Content({ channel, figures }: Pick<ChannelPriceRowProps, 'channel' | 'figures'>) {
  const { price: amount, cmv, variableCostValue, contributionMargin: left } = figures;
  const isSold = amount > 0;
  const nothing = channel.isMain ? 'sem preço' : 'não vendido';
  return (
    <span className="flex wrap between at-baseline gap-2 across-16">
      <span className="shrinks breaks">{channel.name}</span>
      <span className={`numeral weight-560 ${left < 0 ? 'tomato' : ''}`}>
        {isSold ? leftText(left) : nothing}
        {isSold && (
          <span className={`${styles['share']} faint text-14 tabular`}>
            {' '}
            {marginText(figures.contributionMarginPercentage)}
          </span>
        )}
      </span>
      {isSold && (
        <span className={`${styles['sum']} faint text-14 tabular`}>
          <span>{money(amount)}</span> <span>− CMV {money(cmv)}</span> <span>− taxas {money(variableCostValue)}</span>
        </span>
      )}
    </span>
  );
}

const leftText = (margin: Units): string => (margin < 0 ? `falta ${money(-margin)}` : `deixa ${money(margin)}`);

interface PreviewProps {
  readonly dish: Dish;
  readonly channel: Channel;
  readonly text: string;
}

/** The amount that the typed price would leave in this channel. */
const Preview = observer(function Preview({ dish, channel, text }: PreviewProps) {
  const { state } = useStores().business;
  const reading = readAmount(text, AMOUNTS.salePrice);
  const tried = reading.ok &&
    reading.units > 0 && { ...dish, prices: withPrice(dish.prices, channel.id, reading.units) };
  const left =
    tried &&
    dishFigures(tried, createCosting(state), costBase(state)).figures.channels.find(
      ({ channelId }) => channelId === channel.id,
    );
  return (
    <p className={`${styles['preview']} soft text-15 tabular`} role="status">
      {left &&
        `Com este preço ${leftText(left.contributionMargin)} por venda, margem de ${marginText(left.contributionMarginPercentage)}.`}
    </p>
  );
});
