import { count } from '#domain/format.ts';

/** A field whose saved and typed values differ, both formatted. */
export interface Difference {
  readonly key: string;
  readonly label: string;
  readonly saved: string;
  readonly typed: string;
}

/** 'Isto mudou enquanto você editava: agora é R$ 40,00. Você digitou R$ 42,00.' */
export function conflictSentence(clashes: readonly Difference[]): string {
  const [first] = clashes;
  if (first && clashes.length === 1)
    return `Isto mudou enquanto você editava: agora é ${first.saved}. Você digitou ${first.typed}.`;
  const each = clashes.map(({ label, saved, typed }) => `${label}: agora é ${saved}, você digitou ${typed}.`);
  return `Isto mudou enquanto você editava. ${each.join(' ')}`;
}

/** A value that changed after a plan or a sheet was made from it, formatted. */
export interface Newer {
  readonly name: string;
  /** The earlier value; undefined where there was none. */
  readonly was: string | undefined;
  readonly now: string;
  readonly mine: string;
}

interface Activity {
  /** The verb of the sentence: 'planejava'. */
  readonly doing: string;
  /** The place named in the sentence: 'No seu plano'. */
  readonly where: string;
}

const NAMED = 3;

/** '“Muçarela” mudou enquanto você planejava: era R$ 38,90, agora é R$ 41,00. No seu plano: R$ 48,90.' */
export function newerSentence(newer: readonly Newer[], { doing, where }: Activity): string {
  const [first] = newer;
  if (first && newer.length === 1) {
    const happened = first.was === undefined ? 'entrou na lista' : 'mudou';
    return `“${first.name}” ${happened} enquanto você ${doing}: ${currentValueText(first)}. ${where}: ${first.mine}.`;
  }
  const named = newer.slice(0, NAMED).map((each) => {
    return `“${each.name}”: ${currentValueText(each)}; ${where.toLowerCase()}, ${each.mine}.`;
  });
  const rest = newer.length > NAMED ? ` E mais ${count(newer.length - NAMED)}.` : '';
  return `${count(newer.length)} valores mudaram enquanto você ${doing}. ${named.join(' ')}${rest}`;
}

const currentValueText = ({ was, now }: Newer): string =>
  was === undefined ? `agora é ${now}` : `era ${was}, agora é ${now}`;

/** The same sentence while no decision is needed yet. */
export function newsSentence(news: readonly Difference[]): string {
  const [first] = news;
  const what =
    first && news.length === 1
      ? `o valor salvo agora é ${first.saved}`
      : `agora está salvo ${news.map(({ label, saved }) => `${label.toLowerCase()} ${saved}`).join(', ')}`;
  return `Mudou enquanto você edita: ${what}. O que você digitou continua aqui.`;
}
