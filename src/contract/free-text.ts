import * as v from 'valibot';
import { readText } from '#domain/text.ts';

interface Sentences {
  readonly tooLong: string;
  /** Where the text may not be left out or empty. */
  readonly missing?: string;
  /** Where the characters alone show that the text is not the one that is wanted. */
  readonly unusable?: string;
}

/**
 * A text that is no name: a reason, a search, a code. Every parameter and field that takes free text is one of these, so
 * that none lets through what the database cannot hold.
 * @param max code points
 */
export const freeText = (max: number, { tooLong, missing, unusable }: Sentences) =>
  v.pipe(
    v.string(missing ?? 'Envie um texto.'),
    v.metadata({ maxLength: max, ...(missing === undefined ? {} : { minLength: 1 }) }),
    v.rawTransform<string, string>(({ dataset, addIssue, NEVER }) => {
      const reading = readText(dataset.value, max);
      if (reading.ok) return reading.text;
      if (reading.problem === 'empty' && missing === undefined) return '';
      addIssue({
        message: {
          unusable: unusable ?? 'Este texto tem caracteres que não podem ser usados.',
          empty: missing ?? tooLong,
          too_long: tooLong,
        }[reading.problem],
      });
      return NEVER;
    }),
  );
