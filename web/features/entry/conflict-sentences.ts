import { formatCount } from '#domain/format.ts';

/** A field whose saved and typed values differ, both formatted. */
export interface ValueDifference {
  readonly key: string;
  readonly label: string;
  readonly saved: string;
  readonly input: string;
}

/** The sentence about a conflict: 'Isto mudou enquanto você editava: agora é R$ 40,00. Você digitou R$ 42,00.' */
export function conflictSentence(conflicts: readonly ValueDifference[]): string {
  const [first] = conflicts;
  if (first && conflicts.length === 1)
    return `Isto mudou enquanto você editava: agora é ${first.saved}. Você digitou ${first.input}.`;
  const sentences = conflicts.map(({ label, saved, input }) => `${label}: agora é ${saved}, você digitou ${input}.`);
  return `Isto mudou enquanto você editava. ${sentences.join(' ')}`;
}

/** A value that changed after a plan or a sheet was made from it, formatted. */
export interface NewerValue {
  readonly name: string;
  /** The earlier value; undefined where there was none. */
  readonly before: string | undefined;
  readonly current: string;
  readonly planned: string;
}

interface Activity {
  /** The verb of the sentence: 'planejava'. */
  readonly verb: string;
  /** The place named in the sentence: 'No seu plano'. */
  readonly place: string;
}

const MAX_NAMES = 3;

/**
 * The sentence about values that changed meanwhile: '“Muçarela” mudou enquanto você planejava: era R$ 38,90, agora é R$
 * 41,00. No seu plano: R$ 48,90.'
 */
export function newerSentence(newer: readonly NewerValue[], { verb, place }: Activity): string {
  const [first] = newer;
  if (first && newer.length === 1) {
    const change = first.before === undefined ? 'entrou na lista' : 'mudou';
    return `“${first.name}” ${change} enquanto você ${verb}: ${currentValueText(first)}. ${place}: ${first.planned}.`;
  }
  const sentences = newer.slice(0, MAX_NAMES).map((value) => {
    return `“${value.name}”: ${currentValueText(value)}; ${place.toLowerCase()}, ${value.planned}.`;
  });
  const moreText = newer.length > MAX_NAMES ? ` E mais ${formatCount(newer.length - MAX_NAMES)}.` : '';
  return `${formatCount(newer.length)} valores mudaram enquanto você ${verb}. ${sentences.join(' ')}${moreText}`;
}

const currentValueText = ({ before, current }: NewerValue): string =>
  before === undefined ? `agora é ${current}` : `era ${before}, agora é ${current}`;

/** The sentence about values that were saved elsewhere, while the person need not decide between them and the typed. */
export function changesElsewhereSentence(changes: readonly ValueDifference[]): string {
  const [first] = changes;
  const what =
    first && changes.length === 1
      ? `o valor salvo agora é ${first.saved}`
      : `agora está salvo ${changes.map(({ label, saved }) => `${label.toLowerCase()} ${saved}`).join(', ')}`;
  return `Mudou enquanto você edita: ${what}. O que você digitou continua aqui.`;
}
