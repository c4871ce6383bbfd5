import type { Business } from '#domain/business/state.ts';
import { toSafeNumber, SCALE } from '#domain/decimal.ts';
import { sharedCostsOf, type DashboardFigures } from '#domain/figures/business-figures.ts';
import { displayedCost } from '#domain/figures/cost.ts';
import { createCosting } from '#domain/figures/costing.ts';
import { effectiveSimplesRate } from '#domain/figures/simples.ts';
import { formatCount, formatMoney, formatPercentage, formatQuantity } from '#domain/format.ts';
import { HUNDRED_REAIS, perHundredText, partOf, shareOf } from '../entry/share.ts';

/** The business figures that an example uses. */
export interface GlossaryFigures {
  readonly state: Business;
  readonly figures: DashboardFigures;
}

/** A term with its definition in plain words. */
interface Definition {
  readonly sentence: string;
  /** The example with the owner's numbers; undefined while they are missing. */
  readonly ownExample: (business: GlossaryFigures) => string | undefined;
  /** An example with made-up numbers. */
  readonly example: string;
}

export const GLOSSARY = {
  revenue: {
    sentence: 'Faturamento médio é quanto entra por mês, em média, antes de pagar qualquer coisa.',
    ownExample: ({ figures }) =>
      figures.faturamentoMedio > 0
        ? `O seu é de ${formatMoney(figures.faturamentoMedio)}; só contam os meses preenchidos.`
        : undefined,
    example: `Exemplo: R$ 30.000 em um mês e R$ 34.000 no outro dão R$ 32.000 de média.`,
  },
  fixed: {
    sentence: 'Custo fixo é o que você paga todo mês, venda muito ou pouco.',
    ownExample: ({ state, figures }) => {
      const [largest] = [...state.fixedCosts.values()].toSorted((a, b) => b.value - a.value);
      if (!largest || figures.custosFixos === 0) return undefined;
      return `Os seus somam ${formatMoney(figures.custosFixos)}; o maior é “${largest.name}”, com ${formatPercentage(shareOf(largest.value, figures.custosFixos))} do total.`;
    },
    example: 'Exemplo: o aluguel de R$ 3.500 é o mesmo com 10 pedidos ou com mil.',
  },
  variable: {
    sentence:
      'Custo variável é o pedaço de cada venda que vai embora junto com ela: imposto, taxa do cartão, comissão.',
    ownExample: ({ figures: { custosVariaveisPercentual: share } }) =>
      share > 0
        ? `Numa venda de ${formatMoney(50 * SCALE)}, os seus ${formatPercentage(share)} levam ${formatMoney(partOf(50 * SCALE, share))}.`
        : undefined,
    example: 'Exemplo: com 12% de comissão, uma venda de R$ 50 deixa R$ 6 para o aplicativo.',
  },
  cmv: {
    sentence:
      'CMV, custo da mercadoria vendida, é quanto do preço vira ingrediente, já com a perda na produção: 10%, ou a que você disser.',
    ownExample: ({ figures: { cmvMedio } }) =>
      cmvMedio > 0
        ? `Nos seus pratos, de cada ${HUNDRED_REAIS} vendidos, ${perHundredText(cmvMedio)} viram ingrediente.`
        : undefined,
    example: 'Exemplo: um prato de R$ 40 que leva R$ 12 de ingredientes tem CMV de 30%.',
  },
  margin: {
    sentence:
      'Margem de contribuição é o que fica do preço depois dos ingredientes e dos custos variáveis, para pagar os custos fixos e virar lucro.',
    ownExample: ({ figures: { margemContribuicao: margin } }) =>
      margin > 0 ? `Nos seus pratos ficam, em média, ${perHundredText(margin)} de cada ${HUNDRED_REAIS}.` : undefined,
    example: 'Exemplo: R$ 40 de preço − R$ 12 de ingredientes − R$ 4 de taxas = R$ 24, margem de 60%.',
  },
  breakEven: {
    sentence: 'Ponto de equilíbrio é quanto você precisa vender no mês para pagar tudo, sem lucro e sem prejuízo.',
    ownExample: ({ figures: { custosFixos, margemContribuicao, pontoEquilibrio } }) =>
      pontoEquilibrio > 0
        ? `O seu: ${formatMoney(custosFixos)} de custos fixos ÷ ${formatPercentage(margemContribuicao)} de margem = ${formatMoney(pontoEquilibrio)}.`
        : undefined,
    example: 'Exemplo: R$ 12.000 de custos fixos ÷ 40% de margem = R$ 30.000 por mês.',
  },
  ticket: {
    sentence: 'Ticket médio é quanto entra, em média, a cada pedido.',
    ownExample: ({ state, figures: { ticketMedio } }) => {
      const months = [...state.months.values()].filter(({ value, orders }) => value > 0 && orders > 0);
      if (months.length === 0) return undefined;
      const value = months.reduce((sum, month) => sum + month.value, 0);
      const orders = months.reduce((sum, month) => sum + month.orders, 0);
      return `O seu: ${formatMoney(value)} ÷ ${formatCount(orders)} pedidos = ${formatMoney(ticketMedio)}.`;
    },
    example: 'Exemplo: R$ 30.000 em 600 pedidos dão R$ 50 por pedido.',
  },
  profit: {
    sentence: 'Lucro estimado é o que sobra de cada venda depois de ingredientes, custos variáveis e custos fixos.',
    ownExample: ({ figures }) => {
      const { custosFixos, faturamentoMedio, custosVariaveisPercentual, cmvMedio, lucroMedio } = figures;
      if (faturamentoMedio === 0) return undefined;
      const fixed = shareOf(custosFixos, faturamentoMedio);
      return `O seu: 100% − ${formatPercentage(fixed)} de fixos − ${formatPercentage(custosVariaveisPercentual)} de variáveis − ${formatPercentage(cmvMedio)} de CMV = ${formatPercentage(lucroMedio)}.`;
    },
    example: 'Exemplo: 100% − 30% de fixos − 15% de variáveis − 35% de CMV = 20% de lucro.',
  },
  recipe: {
    sentence: 'Ficha técnica é a receita com quantidades e preços: ela diz quanto custa fazer uma porção do prato.',
    ownExample: ({ state }) => {
      const [longest] = [...state.dishes.values()].toSorted((a, b) => b.lines.length - a.lines.length);
      return longest && longest.lines.length > 0
        ? `A de “${longest.name}” tem ${formatCount(longest.lines.length)} insumos.`
        : undefined;
    },
    example: 'Exemplo: 0,32 kg de farinha a R$ 5 o quilo entram na ficha com R$ 1,60.',
  },
  ingredient: {
    sentence: 'Insumo é tudo o que você compra para fazer o prato: ingrediente, embalagem, até o sachê.',
    ownExample: ({ state }) => {
      const [dearest] = [...state.ingredients.values()].toSorted((a, b) => b.unitPrice - a.unitPrice);
      return dearest && dearest.unitPrice > 0
        ? `O mais caro dos seus é “${dearest.name}”, a ${formatMoney(dearest.unitPrice)} por ${dearest.unit}.`
        : undefined;
    },
    example: 'Exemplo: uma caixa de pizza de R$ 1,80 entra no custo como a muçarela.',
  },
  preparation: {
    sentence:
      'Preparo é o que você faz antes e usa em vários pratos, como massa, molho e recheio: custa o que vai na receita, dividido pelo que ela rende.',
    ownExample: ({ state }) => {
      const costing = createCosting(state);
      const [dearest] = [...state.preparations.keys()]
        .flatMap((id) => costing.preparation(id) ?? [])
        .map(({ preparation, wholeRecipeCost }) => ({ ...preparation, batch: displayedCost(wholeRecipeCost) }))
        .toSorted((a, b) => b.batch - a.batch);
      if (dearest && dearest.batch > 0)
        return `A receita de “${dearest.name}” custa ${formatMoney(dearest.batch)} e rende ${formatQuantity(dearest.yieldQuantity)} ${dearest.yieldUnit}.`;
      const { size } = state.dishes;
      return size > 1 ? `O que se repete nos seus ${formatCount(size)} pratos pode virar um preparo.` : undefined;
    },
    example: 'Exemplo: uma receita de massa de R$ 9 que rende 2 kg custa R$ 4,50 o quilo.',
  },
  menuEngineering: {
    sentence:
      'Engenharia de cardápio compara os pratos de uma categoria por quanto saem e quanto deixam: popular é o que vende ao menos 70% de uma parte igual; rentável, o que deixa ao menos a média por unidade vendida (Kasavana e Smith, 1982).',
    ownExample: ({ state: { dishes } }) =>
      dishes.size > 1
        ? `Se os seus ${formatCount(dishes.size)} pratos fossem uma categoria só, popular seria vender ao menos ${formatPercentage(Math.round((70 * SCALE) / dishes.size))} do total.`
        : undefined,
    example: 'Exemplo: de 4 pratos, um é popular quando vende ao menos 17,5% do total.',
  },
  simpleMean: {
    sentence:
      'Média simples conta todos os pratos por igual, com os preços e as taxas do canal principal: o que sai duas vezes por mês pesa tanto quanto o que sai novecentas.',
    ownExample: ({ state: { dishes } }) =>
      dishes.size > 1
        ? `Nos seus ${formatCount(dishes.size)} pratos, cada um pesa ${formatPercentage(Math.round((100 * SCALE) / dishes.size))}.`
        : undefined,
    example: 'Exemplo: um prato com CMV de 20% e outro com 40% dão 30%, venda quanto vender cada um.',
  },
  weighted: {
    sentence:
      'Pelo que você vende, cada prato pesa o que vendeu em cada canal: é a média ponderada, aos custos e preços de hoje.',
    ownExample: ({ figures: { cmvMedio } }) =>
      cmvMedio > 0
        ? `A média simples dos seus pratos é ${formatPercentage(cmvMedio)} de CMV; se o que mais sai custa mais que isso, pelo que você vende ele é maior.`
        : undefined,
    example: 'Exemplo: R$ 8.000 vendidos com CMV de 40% e R$ 2.000 com 20% dão 36%, e não 30%.',
  },
  safetyMargin: {
    sentence:
      'Margem de segurança é quanto o seu faturamento médio pode cair antes de dar prejuízo; negativa, é quanto falta para empatar.',
    ownExample: ({ figures: { faturamentoMedio, pontoEquilibrio } }) =>
      faturamentoMedio > 0 && pontoEquilibrio > 0
        ? `Pela média simples, a sua: (${formatMoney(faturamentoMedio)} − ${formatMoney(pontoEquilibrio)}) ÷ ${formatMoney(faturamentoMedio)} = ${formatPercentage(shareOf(faturamentoMedio - pontoEquilibrio, faturamentoMedio))}.`
        : undefined,
    example: 'Exemplo: com R$ 40.000 por mês e R$ 30.000 de ponto de equilíbrio, ela é de 25%.',
  },
  channel: {
    sentence:
      'Canal de venda é por onde o prato sai, como balcão, aplicativo e telefone: cada um pode ter o seu preço, as suas taxas e a sua embalagem.',
    ownExample: ({ state, figures: { custosVariaveisPercentual: share } }) => {
      const others = sharedCostsOf(state).channels.filter(({ isMain }) => !isMain);
      const dearest = others.toSorted((a, b) => Number(b.variablePercentage - a.variablePercentage))[0];
      const name = dearest && state.channels.get(dearest.id)?.name;
      if (dearest && name !== undefined)
        return `No canal principal, ${formatPercentage(share)} de cada venda vão embora em taxas; em “${name}”, ${formatPercentage(toSafeNumber(dearest.variablePercentage))}.`;
      return share > 0
        ? `Hoje ${formatPercentage(share)} de cada venda sua vão embora em taxas, venha ela de onde vier.`
        : undefined;
    },
    example: 'Exemplo: com 23% de comissão só no aplicativo, um prato de R$ 40 paga ali R$ 9,20 a mais.',
  },
  simples: {
    sentence:
      'Simples Nacional é o imposto único de pequenas empresas: a alíquota efetiva cresce com o faturamento dos últimos 12 meses e sai de cada venda.',
    ownExample: ({ figures: { faturamentoMedio } }) => {
      const rate = faturamentoMedio > 0 ? effectiveSimplesRate(faturamentoMedio * 12, 'I') : undefined;
      return rate === undefined
        ? undefined
        : `Com a sua média de ${formatMoney(faturamentoMedio)} por mês, no Anexo I ela seria de ${formatPercentage(rate)}.`;
    },
    example: 'Exemplo: com R$ 300.000 em 12 meses, no Anexo I, (300.000 × 7,3% − 5.940) ÷ 300.000 = 5,3%.',
  },
  result: {
    sentence: 'Resultado final é o que um prato deixa no bolso: a margem dele menos a parte dele nos custos fixos.',
    ownExample: ({ figures: { custosFixos, faturamentoMedio } }) =>
      faturamentoMedio > 0 && custosFixos > 0
        ? `Nos seus pratos, ${formatPercentage(shareOf(custosFixos, faturamentoMedio))} do preço ajudam a pagar os custos fixos.`
        : undefined,
    example: 'Exemplo: R$ 24 de margem − R$ 12 de custos fixos = R$ 12 de resultado.',
  },
} as const satisfies Record<string, Definition>;

export type TermName = keyof typeof GLOSSARY;
