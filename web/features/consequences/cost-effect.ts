import type { BusinessFigures } from '#domain/figures/business-figures.ts';
import { money, percentage } from '#domain/format.ts';

/**
 * 'Com isso o ponto de equilíbrio vai de R$ 41.000,00 para R$ 43.500,00 e o lucro estimado de 12,1% para 9,8%.'
 * Only what is known and changes is said; undefined when that is nothing.
 */
/** @param hasMix are there figures by what is sold too? Then it is said that these are not. */
export function costEffect(before: BusinessFigures, after: BusinessFigures, hasMix = false): string | undefined {
  const parts = [breakEvenPart(before, after), profitPart(before, after)].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : `Com isso${hasMix ? ', pela média simples,' : ''} ${parts.join(' e ')}.`;
}

function breakEvenPart({ dashboard: was }: BusinessFigures, { dashboard: is }: BusinessFigures): string | undefined {
  const [from, to] = [money(was.pontoEquilibrio), money(is.pontoEquilibrio)];
  if (from === to) return undefined;
  if (is.pontoEquilibrio === 0 && is.custosFixos > 0)
    return `deixa de haver ponto de equilíbrio (hoje ${from}), porque a margem não cobre mais os custos`;
  if (was.pontoEquilibrio === 0) return `o ponto de equilíbrio passa a ser ${to}`;
  return `o ponto de equilíbrio vai de ${from} para ${to}`;
}

/** Without revenue there is no share of it that could be profit. */
function profitPart({ dashboard: was }: BusinessFigures, { dashboard: is }: BusinessFigures): string | undefined {
  const [from, to] = [percentage(was.lucroMedio), percentage(is.lucroMedio)];
  return from === to || is.faturamentoMedio === 0 ? undefined : `o lucro estimado vai de ${from} para ${to}`;
}
