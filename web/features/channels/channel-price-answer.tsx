import { Button } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, useState } from 'react';
import { type AmountRule, readAmount } from '#domain/amounts.ts';
import type { Channel } from '#domain/business/state.ts';
import { SCALE, type TenThousandths } from '#domain/decimal.ts';
import { type ChannelGoal, channelPrice, type ChannelPrice } from '#domain/figures/channel-price.ts';
import type { ChannelFigures } from '#domain/figures/dish-result.ts';
import { CENTS, PRICE_GRAINS, WHOLE_REAIS } from '#domain/figures/price-grain.ts';
import { formatMoney } from '#domain/format.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { AmountField } from '#web/ui/amount-field.tsx';
import { Choice } from '#web/ui/choice.tsx';
import { percentText } from '../entry/share.ts';
import { channelsOf, inChannel } from '../fields/channels-of.ts';
import styles from './channels.module.css';

const GRAINS = { cents: CENTS, ninety: PRICE_GRAINS.endingInNinety, reais: WHOLE_REAIS } as const;
const GRAIN_CHOICES = [
  { value: 'cents', label: 'não' },
  { value: 'ninety', label: 'final ,90' },
  { value: 'reais', label: 'final ,00' },
] as const satisfies readonly { readonly value: keyof typeof GRAINS; readonly label: string }[];

const MARGIN: AmountRule = { kind: 'percentage', min: 0, max: 100 * SCALE };

interface ChannelPriceAnswerProps {
  readonly channel: Channel;
  readonly figures: ChannelFigures;
  readonly mainFigures: ChannelFigures;
  /** Takes over the computed price. */
  readonly onUse: (price: TenThousandths) => void;
}

/** Computes the price at which the dish leaves as much as in the main channel, or reaches a chosen margin. */
export const ChannelPriceAnswer = observer(function ChannelPriceAnswer(props: ChannelPriceAnswerProps) {
  const { channel, figures, mainFigures, onUse } = props;
  const [mainChannel] = channelsOf(useStores().business);
  // A main channel that leaves nothing sets no goal for the others.
  const hasMainMargin = mainFigures.price > 0 && mainFigures.contributionMargin > 0;
  const [kind, setKind] = useState<ChannelGoal['kind']>(hasMainMargin ? 'amount' : 'margin');
  const [text, setText] = useState('30');
  const [grainName, setGrain] = useState<keyof typeof GRAINS>('ninety');
  const reading = readAmount(text, MARGIN);
  const goal: ChannelGoal | undefined =
    kind === 'amount'
      ? { kind, amount: mainFigures.contributionMargin }
      : reading.ok
        ? { kind, percentage: reading.tenThousandths }
        : undefined;
  const answer =
    goal &&
    channelPrice({
      cmv: figures.cmv,
      rates: BigInt(figures.variableCostPercentage),
      goal,
      grain: GRAINS[grainName],
    });
  const price = answer?.kind === 'price' ? answer.price : undefined;
  /** Enter in this field takes over the price; it does not submit the form around it. */
  const handleEnter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (price !== undefined) onUse(price);
  };
  return (
    <fieldset className={`${styles['part']} stack shrinks gap-12 no-margin edge rounded-small on-surface`}>
      <legend className={`${styles['legend']} text-15 weight-560`}>Quanto cobrar {inChannel(channel)}?</legend>
      {hasMainMargin && (
        <Choice
          label="O que o preço deve deixar"
          labelPosition="never"
          options={[
            { value: 'amount', label: 'os mesmos R$' },
            { value: 'margin', label: 'uma margem' },
          ]}
          value={kind}
          onChange={setKind}
        />
      )}
      {kind === 'margin' && (
        <AmountField
          label="Margem desejada"
          rule={MARGIN}
          value={text}
          onChange={setText}
          error={reading.ok ? undefined : reading.sentence}
          onKeyDown={handleEnter}
        />
      )}
      <Choice label="Arredondar para cima" options={GRAIN_CHOICES} value={grainName} onChange={setGrain} />
      <div className="row wrap between gap-8 across-16">
        <p role="status" className={`${styles['words']} soft text-15 tabular`}>
          {answer && goal && sentenceOf({ answer, goal, rates: figures.variableCostPercentage, mainChannel })}
        </p>
        {price !== undefined && (
          <Button variant="default" onClick={() => onUse(price)}>
            Usar {formatMoney(price)}
          </Button>
        )}
      </div>
    </fieldset>
  );
});

interface ChannelPriceResult {
  readonly answer: ChannelPrice;
  readonly goal: ChannelGoal;
  readonly rates: TenThousandths;
  readonly mainChannel: Channel | undefined;
}

function sentenceOf({ answer, goal, rates, mainChannel }: ChannelPriceResult): string {
  switch (answer.kind) {
    case 'price':
      return goal.kind === 'amount'
        ? `Para deixar ${formatMoney(goal.amount)}${mainChannel ? `, como ${inChannel(mainChannel)}` : ''}: ${formatMoney(answer.price)}.`
        : `Para uma margem de ${percentText(goal.percentage)}: ${formatMoney(answer.price)}.`;
    case 'impossible':
      return goal.kind === 'amount'
        ? `Com ${percentText(rates)} de taxas não há preço que sobre.`
        : `Com ${percentText(rates)} de taxas e ${percentText(goal.percentage)} de margem não há preço que sobre.`;
    case 'too_dear':
      return 'Só com um preço acima do que um prato pode ter aqui.';
    case 'any':
      return 'O prato ainda não tem custo: informe o preço dos insumos primeiro.';
    default:
      return answer satisfies never;
  }
}
