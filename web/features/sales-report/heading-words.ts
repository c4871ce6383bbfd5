import { toSearchText } from '#domain/text.ts';
import type { ReportColumn } from './report-columns.ts';

/**
 * Headings of tills and apps, without accents and in lower case, the surest first. For an unknown heading the owner
 * chooses the column.
 */
const HEADING_PATTERNS: Readonly<Record<ReportColumn, readonly RegExp[]>> = {
  product: [
    /^(nome do )?(produto|item|prato)s?$/,
    /^(nome|descricao) (do |dos )?(produto|item|prato)s?$/,
    /^(descricao|cardapio|mercadoria)$/,
    /^(produto|item|prato)\b(?!.*(cod|id\b|valor|preco|total|qtd|quant))/,
    /^nome$/,
  ],
  quantity: [
    /^(qtde?|qtd|quant|quantidade|qde)\.?s?( (total|vendida|vendidas|vendido|de itens|itens|saida))?\.?$/,
    /^(qtde?|quant|quantidade)\b/,
    /^(unidades|itens|pecas)( vendid[ao]s)?$/,
    /^(vendidos|vendas|saidas)$/,
  ],
  // Gross headings come before net ones: the fee that an app keeps is part of the sales.
  revenue: [
    /^(?=.*\bbrut[oa]\b)(?!.*liquid)(valor|preco|total|faturamento|receita|vendas?)\b/,
    /^(valor|preco) total( (vendido|d[oa]s? (ite[mn]s?|pedidos?|vendas?)|r\$|\(r\$\)))?$/,
    /^total( (vendido|d[oa]s? (item|pedido|venda)|r\$|\(r\$\)|de vendas))?$/,
    /^(faturamento|receita)\b(?!.*liquid)/,
    /^(valor|total)( vendido| d[ao]s? (vendas?|pedidos?))$/,
    /^vendas? \(?r\$\)?$/,
    /^(subtotal|valor|valor \(?r\$\)?|r\$)$/,
    /^((valor|preco|total|faturamento|receita|vendas?)( total)?( [\p{L}]+)? liquid[oa]s?|liquido|(valor (do|de) |total (do|de) )?repasse)\b/u,
  ],
  discount: [/^((valor|total) (d[eo]s? )?)?descontos?( \(?r\$\)?)?$/, /^descontos?\b(?!.*(%|perc|motivo|tipo))/],
  date: [
    /^data( e hora)?( d[oae] (venda|pedido|emissao))?( do pedido)?$/,
    /^(mes|periodo|competencia|dia)\b/,
    /^(data|emissao)\b/,
  ],
  channel: [
    /^canal( de vendas?)?$/,
    /^(origem|plataforma|modalidade|tipo (do|de) (pedido|venda|entrega)|aplicativo)\b/,
  ],
  order: [
    /^(n|no|num|numero|nº|n°|id|cod|codigo)\.?( do| da| de)? (pedido|venda|comanda|cupom|conta)$/,
    /^(pedido|comanda|cupom)( \(?(id|n|no|numero)\)?)?$/,
  ],
  status: [/^(status|situacao)\b/],
};

/** Finds the entity that a title mentions as whole words: 'Vendas iFood outubro.csv'. The longest name wins. */
export function entityInTitle<Entity extends { readonly name: string }>(
  entities: readonly Entity[],
  title: string,
): Entity | undefined {
  const words = ` ${wordsOf(title)} `;
  return entities
    .filter(({ name }) => wordsOf(name) !== '' && words.includes(` ${wordsOf(name)} `))
    .toSorted((a, b) => b.name.length - a.name.length)[0];
}

const wordsOf = (text: string): string =>
  toSearchText(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Tells whether the heading is of values after the app's fee. */
export const isNetHeading = (heading: string): boolean => /\bliquid[oa]s?\b|\brepasse\b/.test(toSearchText(heading));

/** The certainty that the heading belongs to the column; 0 if it does not. */
export function headingScore(heading: string, column: ReportColumn): number {
  const text = toSearchText(heading).replaceAll(/\s+/g, ' ').trim();
  const rank = text === '' ? -1 : HEADING_PATTERNS[column].findIndex((words) => words.test(text));
  return rank < 0 ? 0 : HEADING_PATTERNS[column].length - rank;
}
