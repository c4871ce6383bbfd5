import type { RememberedLayout } from '#domain/import-memory/import-memory.ts';
import { type Columns, REPORT_COLUMNS } from './report-columns.ts';
import type { SignAnswer } from './understand.ts';

/** What is remembered of files with the same headings. */
interface ReportLayout {
  /** Those of which it knows the place. */
  readonly columns: Partial<Columns>;
  /** The channel of the whole file, where no column says it. */
  readonly channelId: string | null;
  readonly answers: ReportAnswers;
}

/** Answers about a whole report. */
interface ReportAnswers {
  /** Whether the values are already without the app's part; undefined: nobody has answered. */
  readonly isWithoutFee: boolean | undefined;
  /** By line, '' for all others: what a line is of which only one number is negative. */
  readonly signs: Readonly<Record<string, SignAnswer>>;
}

/** Undefined where the layout knows no column of a report. */
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

/** Lines are others in the next report: only what was said of all of them alike holds there too. */
export function answersOf({ isWithoutFee, signs }: ReportAnswers): RememberedLayout['answers'] {
  const [sign, ...others] = new Set(Object.values(signs));
  return {
    ...(isWithoutFee === undefined ? {} : { without_fee: isWithoutFee ? 'yes' : 'no' }),
    ...(sign === undefined || others.length > 0 ? {} : { negative_line: sign }),
  };
}
