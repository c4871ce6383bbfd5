import type { TenThousandths } from '#domain/decimal.ts';
import { formatDecimal, formatMoney, formatPercentage, formatUnitPrice } from '#domain/format.ts';
import { toAmount } from './amounts.ts';
import type { ProfitChange } from './answer.ts';

/** One cause with its share of the change. */
export type CausePart = ProfitChange['parts'][number];

/** The cause in the owner's words, without a full stop: 'O preço de “Muçarela” subiu de R$ 38,90 para …'. */
export function sentenceOf(part: CausePart): string {
  const { kind, name, from, to } = part;
  switch (kind) {
    case 'ingredient':
      return ingredientSentence(part);
    case 'fixed_cost':
      return costSentence(part, `O custo fixo “${name}”`, { format: formatMoney, period: ' por mês' });
    case 'variable_cost':
      return costSentence(part, `O custo variável “${name}”`, { format: formatPercentage, period: '' });
    case 'revenue':
      return from === 0
        ? `Você informou o faturamento: ${reais(to)} por mês, em média`
        : `O faturamento médio ${movedText(part, reais)} por mês`;
    case 'dish_price':
      return from === 0
        ? `“${name}” ganhou preço de venda: ${reais(to)}`
        : `O preço de venda de “${name}” ${movedText(part, reais)}`;
    case 'channel_price':
      return channelPriceSentence(part);
    case 'dish_sales':
      return salesSentence(part);
    case 'mix_months':
      return `A conta passou a olhar ${months(to)} de vendas em vez de ${months(from)}`;
    case 'dish_recipe':
      return `A ficha de “${name}” mudou`;
    case 'dish_portions':
      return `As porções ou a perda de “${name}” mudaram`;
    case 'preparation_recipe':
      return `A receita de “${name}” mudou`;
    case 'production_loss':
      return `A perda na produção ${movedText(part, (loss) => formatPercentage(toAmount(loss ?? 0)))}`;
    case 'dish':
      return from === null
        ? `“${name}” entrou no cardápio${to === 0 ? '' : `, a ${reais(to)}`}`
        : `“${name}” saiu do cardápio`;
    case 'menu':
      return 'Muitos pratos entraram no cardápio e saíram dele';
    default:
      return kind satisfies never;
  }
}

/** A short name of the cause: 'Muçarela', 'Pizza Marguerita: preço'. */
export function shortName({ kind, name, from, channel }: CausePart): string {
  if (kind === 'dish_price') return `${name}: preço`;
  if (kind === 'channel_price') return `${name}: preço em ${channel?.name ?? ''}`;
  if (kind === 'dish_sales') return `${name}: vendas`;
  if (kind === 'dish_recipe') return `${name}: ficha`;
  if (kind === 'dish_portions') return `${name}: porções`;
  if (kind === 'preparation_recipe') return `${name}: receita`;
  if (kind === 'dish') return from === null ? `${name}: entrou` : `${name}: saiu`;
  return name;
}

function channelPriceSentence({ name, channel, from, to }: CausePart): string {
  const channelText = `em “${channel?.name ?? ''}”`;
  if (from === 0) return `“${name}” ganhou preço ${channelText}: ${reais(to)}`;
  if (to === 0) return `“${name}” ficou sem preço ${channelText}`;
  return `O preço de “${name}” ${channelText} ${movedText({ from, to }, reais)}`;
}

function salesSentence({ name, from, to }: CausePart): string {
  if (from === to) return `A venda de “${name}” ficou igual em número, mas em outros canais ou por outro valor`;
  if (from === 0) return `“${name}” começou a vender: ${pieces(to)} por mês`;
  if (to === 0) return `“${name}” parou de vender: eram ${pieces(from)} por mês`;
  return `A venda de “${name}” ${movedText({ from, to }, pieces)} por mês`;
}

/** The quantity per month: a mean over months need not be a whole number. */
const pieces = (amount: number | null): string => formatDecimal(toAmount(amount ?? 0), 1).replace(/,0$/, '');
const months = (amount: number | null): string => (amount === 1 ? '1 mês' : `${amount ?? 0} meses`);

function ingredientSentence(part: CausePart): string {
  const { name, from, to, from_unit, to_unit } = part;
  if (from_unit !== to_unit)
    return `“${name}” passou de ${perUnit(from)} por ${from_unit ?? ''} para ${perUnit(to)} por ${to_unit ?? ''}`;
  return `O preço de “${name}” ${movedText(part, perUnit)} por ${to_unit ?? ''}`;
}

interface CostFormat {
  readonly format: (amount: TenThousandths) => string;
  /** The text behind the amount: ' por mês', or empty. */
  readonly period: string;
}

function costSentence({ from, to }: CausePart, subject: string, { format, period }: CostFormat): string {
  if (from === to) return `${subject} passou a valer em outros canais`;
  if (from === null) return `${subject}, de ${format(toAmount(to ?? 0))}${period}, entrou`;
  if (to === null) return `${subject}, de ${format(toAmount(from))}${period}, saiu`;
  return `${subject} ${movedText({ from, to }, (amount) => format(toAmount(amount ?? 0)))}${period}`;
}

/** A change smaller than the displayed step must not read as no change. */
function movedText(
  { from, to }: { readonly from: number | null; readonly to: number | null },
  format: (amount: number | null) => string,
): string {
  const verb = (to ?? 0) > (from ?? 0) ? 'subiu' : 'caiu';
  const [before, after] = [format(from), format(to)];
  return before === after ? `${verb} um pouco e, arredondado, continua ${after}` : `${verb} de ${before} para ${after}`;
}

const reais = (amount: number | null): string => formatMoney(toAmount(amount ?? 0));
const perUnit = (amount: number | null): string => formatUnitPrice(toAmount(amount ?? 0));
