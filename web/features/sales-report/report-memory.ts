import type { RememberedLayout } from '#domain/import-memory/import-memory.ts';
import { type Columns, REPORT_COLUMNS } from './report-columns.ts';
import type { SignAnswer } from './understand.ts';

/** The remembered layout of files with the same headings. */
interface ReportLayout {
  /** The known columns. */
  readonly columns: Partial<Columns>;
  /** The channel of the whole file, where it has no column for it. */
  readonly channelId: string | null;
  readonly answers: ReportAnswers;
}

/** Answers about a whole report. */
interface ReportAnswers {
  /** Whether the values are after the app's fee; undefined if unanswered. */
  readonly isWithoutFee: boolean | undefined;
  /** The answers about lines with one negative number, by line; '' is the answer for all others. */
  readonly signs: Readonly<Record<string, SignAnswer>>;
}

/** The layout for a report; undefined if it has no column of a report. */
export function reportLayout(layout: RememberedLayout | undefined): ReportLayout | undefined {
  const places = REPORT_COLUMNS.flatMap((column) => {
    const place = layout?.columns[column];
    return place === undefined ? [] : [[column, place]];
  });
  if (!layout || places.length === 0) return undefined;
  const { without_fee: fee, negative_line: sign } = layout.answers;
  return {
    columns: Object.fromEntries(places) as Partial<Columns>,
    channelId: layout.channelId,
    answers: {
      isWithoutFee: fee === undefined ? undefined : fee === 'yes',
      signs: sign === 'return' || sign === 'out' ? { '': sign } : {},
    },
  };
}

/** Lines differ in the next report, so only the answer for all lines is remembered. */
export function answersOf({ isWithoutFee, signs }: ReportAnswers): RememberedLayout['answers'] {
  const [sign, ...others] = new Set(Object.values(signs));
  return {
    ...(isWithoutFee === undefined ? {} : { without_fee: isWithoutFee ? 'yes' : 'no' }),
    ...(sign === undefined || others.length > 0 ? {} : { negative_line: sign }),
  };
}
