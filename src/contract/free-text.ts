import * as v from 'valibot';
import { readText } from '#domain/text.ts';

interface Sentences {
  readonly tooLong: string;
  /** The sentence for a missing or empty text, where one is required. */
  readonly missing?: string;
  /** The sentence for a text with characters that make it invalid. */
  readonly unusable?: string;
}

/**
 * A text that is not a name: a reason, a search, a code. Every parameter and field with free text uses this schema, so
 * that none accepts a text that the database cannot store.
 * @param max code points
 */
export const freeText = (max: number, { tooLong, missing, unusable }: Sentences) =>
  v.pipe(
    v.string(({ input }) => (input === undefined || input === null ? missing : undefined) ?? 'Envie um texto.'),
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
