import { fromTenThousandths } from '#domain/decimal.ts';
import { LIMITS } from '#domain/limits.ts';
import { isTaxId } from '#domain/tax-id.ts';
import * as v from 'valibot';
import {
  AMOUNTS,
  type AmountRule,
  readAmount,
  readOrders,
  readPriceChange,
  readSoldQuantity,
} from '#domain/amounts.ts';
import { type NameReader, readName } from '#domain/names.ts';
import { isUsable, readText } from '#domain/text.ts';
import { type RequestedMoment, readMoment } from './instants.ts';

/**
 * Fields of bodies and parameters: parse a wire value into a domain value, with a Portuguese sentence when it is wrong.
 */

// Readers check the limits of texts and numbers, with sentences of their own. The API's description cannot be derived
// from code, so the same limits are declared beside them (`v.metadata`).

/** Longest text that is read as a number, white space included. */
const MAX_NUMBER_LENGTH = 40;

export const numberOrText = ({ min, max }: { readonly min: number; readonly max: number }, sentence: string) =>
  v.union(
    [
      v.pipe(v.number(), v.metadata({ minimum: min, maximum: max })),
      v.pipe(v.string(), v.metadata({ maxLength: MAX_NUMBER_LENGTH })),
    ],
    sentence,
  );

export const amount = (rule: AmountRule) =>
  v.pipe(
    numberOrText(
      { min: fromTenThousandths(rule.min), max: fromTenThousandths(rule.max) },
      'Digite um número, como 12,50.',
    ),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const reading = readAmount(dataset.value, rule);
      if (reading.ok) return reading.tenThousandths;
      addIssue({ message: reading.sentence });
      return NEVER;
    }),
  );

export const MonthlyRevenue = amount(AMOUNTS.monthlyRevenue);
export const UnitPrice = amount(AMOUNTS.unitPrice);
export const SalePrice = amount(AMOUNTS.salePrice);
export const AverageTicket = amount(AMOUNTS.averageTicket);
export const Quantity = amount(AMOUNTS.quantity);
export const PackPrice = amount(AMOUNTS.packPrice);
export const PackQuantity = amount(AMOUNTS.packQuantity);
export const YieldQuantity = amount(AMOUNTS.yieldQuantity);
export const Conversion = amount(AMOUNTS.conversion);
export const Loss = amount(AMOUNTS.loss);
export const Factor = amount(AMOUNTS.factor);

export const PriceChange = v.pipe(
  numberOrText(LIMITS.priceChange, 'Digite um percentual, como 8 ou -5.'),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const reading = readPriceChange(dataset.value);
    if (reading.ok) return reading.tenThousandths;
    addIssue({ message: reading.sentence });
    return NEVER;
  }),
);

export const SoldRevenue = amount(AMOUNTS.soldRevenue);
export const ProfitGoal = amount(AMOUNTS.profitGoal);

export const SoldQuantity = v.pipe(
  numberOrText(LIMITS.sold, 'Digite um número inteiro de vendas, como 120.'),
  v.rawTransform<number | string, number>(({ dataset, addIssue, NEVER }) => {
    const reading = readSoldQuantity(dataset.value);
    if (reading.ok) return reading.count;
    addIssue({ message: reading.sentence });
    return NEVER;
  }),
);

export const OrdersCount = v.pipe(
  numberOrText(LIMITS.orders, 'Digite um número inteiro de pedidos, como 120.'),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const reading = readOrders(dataset.value);
    if (reading.ok) return reading.count;
    addIssue({ message: reading.sentence });
    return NEVER;
  }),
);

/** The sentence for a value that is no text: a missing one, or one of another type. */
export const textSentence = ({ input }: { readonly input: unknown }): string =>
  input === undefined || input === null ? 'Preencha este campo.' : 'Envie um texto.';

/** Schema of a text that a reader parses. */
export const shortText = <Text extends string | null>(read: NameReader<Text>) =>
  v.pipe(
    v.string(textSentence),
    v.metadata({ maxLength: read.max }),
    v.rawTransform<string, Text>(({ dataset, addIssue, NEVER }) => {
      const reading = read(dataset.value);
      if (reading.ok) return reading.name;
      addIssue({ message: reading.sentence });
      return NEVER;
    }),
  );

export const Name = shortText(readName);

/** Schema of an optional text: left out, null and empty give null. `read` is made by `optionalText`. */
export const optionalShortText = (read: NameReader<string | null>) => v.optional(v.nullable(shortText(read)));

const YEAR_MONTH_SENTENCE = 'Informe um mês, como 2026-10.';
/** YYYY-MM */
export const YearMonth = v.pipe(v.string(YEAR_MONTH_SENTENCE), v.regex(/^\d{4}-(0[1-9]|1[0-2])$/, YEAR_MONTH_SENTENCE));

const MONTH_SENTENCE = 'O mês precisa ser um número de 1 a 12.';
export const Month = v.pipe(
  v.number(MONTH_SENTENCE),
  v.integer(MONTH_SENTENCE),
  v.minValue(1, MONTH_SENTENCE),
  v.maxValue(12, MONTH_SENTENCE),
);

const VERSION_SENTENCE = 'A versão precisa ser um número inteiro.';
/** Version of an entity as answers have it; 0 for a month without a record. */
export const Version = v.pipe(
  v.number(VERSION_SENTENCE),
  v.integer(VERSION_SENTENCE),
  v.minValue(0, VERSION_SENTENCE),
  v.maxValue(999_999_999, VERSION_SENTENCE),
);

/** An id that the caller chooses for the entity that the call adds. */
export const NewId = v.optional(
  v.pipe(
    v.string('Envie um UUID.'),
    v.uuid('Envie um UUID.'),
    v.toLowerCase(),
    v.description('Identificador do que é incluído, um UUID novo; sem ele, o servidor dá um.'),
  ),
);

/** An id is opaque to callers but always a UUID; any other value is answered like an unknown id. */
export const Id = v.pipe(v.string('Informe o identificador.'), v.uuid('Identificador desconhecido.'), v.toLowerCase());

/** An e-mail as people type it, not verified. */
export const Email = v.pipe(
  v.string(textSentence),
  v.trim(),
  v.nonEmpty('Preencha este campo.'),
  v.maxLength(254, 'Este e-mail é longo demais.'),
  v.regex(/^[^\s@<>()",;:]+@[^\s@<>()"',;:]+\.[^\s@<>()"',;:.]+$/u, 'Confira o e-mail: ele parece incompleto.'),
  v.check(isUsable, 'Confira o e-mail: ele tem caracteres que não podem ser usados.'),
);

/** CPF or CNPJ, with or without punctuation; the domain value has digits and letters only. */
export const TaxId = v.pipe(
  v.string(textSentence),
  v.metadata({ maxLength: '00.000.000/0000-00'.length }),
  v.transform((text) => text.replaceAll(/[.\-/\s]/g, '').toUpperCase()),
  v.regex(/^(\d{11}|[0-9A-Z]{12}\d{2})$/, 'Digite um CPF ou CNPJ completo.'),
  v.check(isTaxId, 'Confira o CPF ou CNPJ: algum número não bate.'),
);

// The schemas of moments are not in `instants.ts`, because every screen needs that for dates, without schemas.

const MOMENT_SENTENCE = 'Informe uma data, como 2026-03-31, ou um instante, como 2026-03-31T18:00:00-03:00.';

/** A date, which stands for the whole day, or an ISO instant with its offset. */
export const Moment = v.pipe(
  v.string(MOMENT_SENTENCE),
  v.metadata({ maxLength: '2026-03-31T18:00:00.000000000-03:00'.length, examples: ['2026-03-31'] }),
  v.rawTransform<string, RequestedMoment>(({ dataset, addIssue, NEVER }) => {
    const moment = readMoment(dataset.value);
    if (moment) return moment;
    addIssue({ message: MOMENT_SENTENCE });
    return NEVER;
  }),
);

/** The query of every read that can be answered as of a moment; without it the answer is as of now. */
export const AsOf = v.object({
  as_of: v.optional(
    v.pipe(Moment, v.description('Como estava neste instante, ou no fim deste dia em São Paulo; vazio: agora.')),
  ),
});

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
