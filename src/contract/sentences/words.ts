import { count, quantity, unitPrice } from '#domain/format.ts';

/** Parts that sentences about events have in common. */

/** To the last decimal: what changed by less than a cent must not read as if it had stayed. */
export const money = unitPrice;

export const percentage = (units: number): string => `${quantity(units)}%`;

/** Cents as money: 1000 is R$ 10,00. */
export const cents = (value: number): string => money(value * 100);

export const counted = (n: number, one: string, many: string): string => `${count(n)} ${n === 1 ? one : many}`;

export const quoted = ({ name }: { readonly name: string }): string => `“${name}”`;

/** @param what with its article: 'o insumo' */
export const renamed = (what: string, { from, to }: { readonly from: string; readonly to: string }): string =>
  `mudou o nome d${what} “${from}” para “${to}”`;

export const fromTo = <Value>(
  { from, to }: { readonly from: Value; readonly to: Value },
  format: (value: Value) => string,
): string => `de ${format(from)} para ${format(to)}`;

/** The sentence ends behind it, and with one full stop. */
export function because(reason: string | null): string {
  const given = (reason ?? '').trim().replace(/\.+$/, '');
  return given === '' ? '' : `: ${given}`;
}
