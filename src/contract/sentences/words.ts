import type { Scope } from '#domain/business/channel/fields.ts';
import type { TenThousandths } from '#domain/decimal.ts';
import { formatCount, formatMoney, formatQuantity } from '#domain/format.ts';
import type { Conversions } from '#domain/units/conversions.ts';
import { dayText } from '../instants.ts';

/** Common parts of sentences about events. */

/** Cents as money: 1000 is R$ 10,00. */
export const cents = (value: number): string => formatMoney(value * 100);

export const countText = (n: number, one: string, many: string): string => `${formatCount(n)} ${n === 1 ? one : many}`;

export const quoted = ({ name }: { readonly name: string }): string => `“${name}”`;

/** A percentage with as many decimals as it has: '12,5 %'. */
export const percentText = (percentage: TenThousandths): string => `${formatQuantity(percentage)} %`;

/** Conversions in words: '1 un = 50 g e 1 maço = 120 g'; 'nenhuma' without any. */
export const conversionsText = (conversions: Conversions): string =>
  conversions === null
    ? 'nenhuma'
    : conversions
        .map((conversion) => `1 ${conversion.unit} = ${formatQuantity(conversion.quantity)} ${conversion.equalsUnit}`)
        .join(' e ');

/** A scope in words: 'em todos os canais'; 'só em “App” e “Site”' */
export const scopeText = ({ to, names }: { readonly to: Scope; readonly names: readonly string[] }): string =>
  to === null ? 'em todos os canais' : `só em ${names.map((name) => `“${name}”`).join(' e ')}`;

/** A purchase by its day and supplier: 'a compra de 12/11/2026 em “Atacadão”'. */
export const purchaseText = ({
  date,
  supplierName,
}: {
  readonly date: string;
  readonly supplierName?: string | null | undefined;
}): string => `a compra de ${dayText(date)}${supplierName ? ` em “${supplierName}”` : ''}`;

/** @param entityName the entity with its article: 'o insumo' */
export const renamePhrase = (
  entityName: string,
  { from, to }: { readonly from: string; readonly to: string },
): string => `mudou o nome d${entityName} “${from}” para “${to}”`;

/**
 * 'de R$ 38,90 para R$ 42,90'. A change smaller than the displayed precision must not read as if nothing had happened.
 * @param step the smallest displayed difference: 'um centavo'
 */
export function fromTo<Value>(
  { from, to }: { readonly from: Value; readonly to: Value },
  format: (value: Value) => string,
  step = 'um centavo',
): string {
  const [before, after] = [format(from), format(to)];
  return before === after ? `em menos de ${step}; arredondado, continua ${after}` : `de ${before} para ${after}`;
}

/** The reason ends the sentence, with exactly one full stop. */
export function reasonSuffix(reason: string | null): string {
  const trimmed = (reason ?? '').trim().replace(/\.+$/, '');
  return trimmed === '' ? '' : `: ${trimmed}`;
}
