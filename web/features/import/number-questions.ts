import { readQuantity } from '#domain/units/quantity-text.ts';
import type { Answers, ColumnName, ImportQuestion, RowTexts } from '../fields/import-kind.ts';
import type { SheetReading } from './read-sheet.ts';

interface NumberContext {
  readonly sheet: number;
  readonly answers: Answers;
  /** The remembered answers of an earlier file, by column: 'mark:quantity'. */
  readonly numberFormats: Answers;
  readonly questions: ImportQuestion[];
}

interface AnsweredTexts {
  readonly texts: RowTexts;
  readonly waitsFor?: string;
}

/**
 * Asks once per column what its numbers mean, where the column itself does not show it.
 * @returns applies the answers to the texts of a row
 */
export function createNumberReader(
  { fractions, unclearMarks }: SheetReading,
  { sheet, answers, numberFormats, questions }: NumberContext,
): (texts: RowTexts) => AnsweredTexts {
  const transforms: ((answered: AnsweredTexts) => AnsweredTexts)[] = [];
  for (const [column, values] of Object.entries(fractions) as [ColumnName, readonly string[]][]) {
    const key = `fraction:${sheet}:${column}`;
    const answer = answers[key] ?? numberFormats[`fraction:${column}`] ?? '';
    const [example = ''] = values;
    const affectedTexts = new Set(values);
    questions.push({
      key,
      sentence: `${example} é ${percentOf(example)}?${values.length > 1 ? ` O mesmo vale para ${values.slice(1, 4).join(', ')}.` : ''}`,
      options: [
        { value: 'part', label: `Sim, ${percentOf(example)}` },
        { value: 'percent', label: `Não, é ${example} %` },
      ],
      answer,
    });
    transforms.push(({ texts, ...rest }) => {
      if (!affectedTexts.has(texts[column])) return { texts, ...rest };
      if (answer === '') return { texts, waitsFor: key };
      return {
        ...rest,
        texts: answer === 'part' ? { ...texts, [column]: percentOf(texts[column]).replace(' %', '') } : texts,
      };
    });
  }
  for (const [column, values] of Object.entries(unclearMarks) as [ColumnName, readonly string[]][]) {
    const key = `mark:${sheet}:${column}`;
    const answer = answers[key] ?? numberFormats[`mark:${column}`] ?? '';
    const [example = ''] = values;
    const affectedTexts = new Set(values);
    const reading = readQuantity(example);
    const numeral = reading.kind === 'ambiguous' ? reading.numeral : example;
    questions.push({
      key,
      sentence: `Na planilha, ${numeral} é mil ou é com vírgula?`,
      options: [
        { value: '.', label: `${numeral.replaceAll('.', ',')}, com vírgula` },
        { value: ',', label: `${numeral.replaceAll('.', '')}, mil` },
      ],
      answer,
    });
    transforms.push(({ texts, ...rest }) => {
      if (!affectedTexts.has(texts[column])) return { texts, ...rest };
      if (answer === '') return { texts, waitsFor: key };
      return { ...rest, texts: { ...texts, [column]: texts[column].replace('.', answer === '.' ? ',' : '') } };
    });
  }
  return (texts) => transforms.reduce<AnsweredTexts>((answered, transform) => transform(answered), { texts });
}

/** The answers about the number formats of one sheet, by column: 'mark:quantity'. */
export const numberFormatsOf = (answers: Answers, sheet: number): Answers =>
  Object.fromEntries(
    Object.entries(answers).flatMap(([key, answer]) => {
      const [, question, index, column] = /^(mark|fraction):(\d+):(\w+)$/.exec(key) ?? [];
      return Number(index) === sheet ? [[`${question}:${column}`, answer]] : [];
    }),
  );

/** A fraction as a percentage: '0,032' → '3,2 %'. */
function percentOf(text: string): string {
  const value = Number(text.replace(',', '.')) * 100;
  return `${Number(value.toFixed(4)).toString().replace('.', ',')} %`;
}
