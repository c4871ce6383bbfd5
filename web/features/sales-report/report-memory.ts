import type { RememberedLayout } from '#domain/import-memory/import-memory.ts';
import { type ReportColumns, REPORT_COLUMNS } from './report-columns.ts';
import type { SignAnswer } from './read-report.ts';

/** The remembered layout of files with the same headings. */
interface ReportLayout {
  /** The known columns. */
  readonly columns: Partial<ReportColumns>;
  /** The channel of the whole file, where it has no column for it. */
  readonly channelId: string | null;
  readonly answers: ReportAnswers;
}

/** Answers about a whole report. */
interface ReportAnswers {
  /** Tells whether the values are after the app's fee; undefined if unanswered. */
  readonly isWithoutFee: boolean | undefined;
  /** The answers about lines with one negative number, by line; '' is the answer for all others. */
  readonly signAnswers: Readonly<Record<string, SignAnswer>>;
}

/** The layout for a report; undefined if it has no column of a report. */
export function reportLayout(layout: RememberedLayout | undefined): ReportLayout | undefined {
  const columns = REPORT_COLUMNS.flatMap((column) => {
    const index = layout?.columns[column];
    return index === undefined ? [] : [[column, index]];
  });
  if (!layout || columns.length === 0) return undefined;
  const { without_fee: feeAnswer, negative_line: signAnswer } = layout.answers;
  return {
    columns: Object.fromEntries(columns) as Partial<ReportColumns>,
    channelId: layout.channelId,
    answers: {
      isWithoutFee: feeAnswer === undefined ? undefined : feeAnswer === 'yes',
      signAnswers: signAnswer === 'return' || signAnswer === 'out' ? { '': signAnswer } : {},
    },
  };
}

/** Lines differ in the next report, so only the answer for all lines is remembered. */
export function rememberedAnswers({ isWithoutFee, signAnswers }: ReportAnswers): RememberedLayout['answers'] {
  const [signAnswer, ...others] = new Set(Object.values(signAnswers));
  return {
    ...(isWithoutFee === undefined ? {} : { without_fee: isWithoutFee ? 'yes' : 'no' }),
    ...(signAnswer === undefined || others.length > 0 ? {} : { negative_line: signAnswer }),
  };
}
