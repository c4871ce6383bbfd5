import { MEMORY_LIMITS, NAME_KINDS } from '#domain/import-memory/import-memory.ts';
import * as v from 'valibot';
import { bodySchema } from './body.ts';
import { defineEndpoints } from './endpoint.ts';
import { Id, freeText } from './fields.ts';
import { IMPORT_MEMORY_KILOBYTES, MEMORY_TEXT_LENGTH } from './limits.ts';
import { memoryRoutes } from './routes/owner.ts';

const TOO_LONG = `Use até ${MEMORY_TEXT_LENGTH} letras.`;
const Text = freeText(MEMORY_TEXT_LENGTH, { missing: 'Preencha este campo.', tooLong: TOO_LONG });
/** An answer, which may be empty. */
const Answer = freeText(MEMORY_TEXT_LENGTH, { tooLong: TOO_LONG });

const COLUMN_SENTENCE = 'Informe o número da coluna, a partir de 0.';
const ColumnIndex = v.nullable(
  v.pipe(
    v.number(COLUMN_SENTENCE),
    v.integer(COLUMN_SENTENCE),
    v.minValue(0, COLUMN_SENTENCE),
    v.maxValue(199, COLUMN_SENTENCE),
  ),
);

/** @param limitText the maximum in words: '40 colunas' */
const recordOf = <Value extends v.GenericSchema>(value: Value, max: number, limitText: string) =>
  v.pipe(
    v.record(Text, value, 'Envie este campo em um objeto.'),
    v.check((record) => Object.keys(record).length <= max, `O limite é de ${limitText}.`),
  );

const Key = v.pipe(
  v.string('Preencha este campo.'),
  v.regex(/^[0-9a-f]{64}$/, 'Envie o SHA-256 dos títulos, em 64 letras de 0 a f.'),
);

const Layout = v.object(
  {
    key: v.pipe(Key, v.description('SHA-256 dos títulos das colunas, como são comparados.')),
    columns: recordOf(ColumnIndex, 40, '40 colunas'),
    channel_id: v.optional(v.nullable(Id), null),
    answers: v.optional(recordOf(Answer, 200, '200 respostas'), {}),
  },
  (issue) => (issue.path ? 'Preencha este campo.' : 'Envie cada arquivo em um objeto.'),
);

const Name = v.object(
  {
    kind: v.picklist(NAME_KINDS, `Escolha entre ${NAME_KINDS.join(', ')}.`),
    text: Text,
    id: v.pipe(v.nullable(Id), v.description('null: não é um prato.')),
  },
  (issue) => (issue.path ? 'Preencha este campo.' : 'Envie cada nome em um objeto.'),
);

const listOf = <Item extends v.GenericSchema>(item: Item, max: number, sentence: string) =>
  v.optional(v.pipe(v.array(item, 'Envie uma lista.'), v.maxLength(max, sentence)), []);

const owner = { access: 'owner', tag: 'Negócio' } as const;

/**
 * Choices remembered from earlier imports, stored beside the business, so that they do not appear among its changes.
 */
export const importMemoryEndpoints = defineEndpoints({
  importMemory: {
    ...memoryRoutes.importMemory,
    ...owner,
    summary: 'O que as importações ensinaram: qual coluna é qual, respostas e nomes.',
    reply: v.object({
      layouts: v.array(
        v.object({
          key: v.string(),
          columns: v.record(v.string(), v.nullable(v.number())),
          channel_id: v.nullable(v.string()),
          answers: v.record(v.string(), v.string()),
        }),
      ),
      names: v.array(
        v.object({
          kind: v.picklist(NAME_KINDS),
          text: v.string(),
          id: v.pipe(v.nullable(v.string()), v.description('null: não é um prato.')),
        }),
      ),
    }),
  },
  rememberImport: {
    ...memoryRoutes.rememberImport,
    ...owner,
    summary:
      'Guarda o que uma importação ensinou: troca o que tem a mesma chave ou o mesmo nome, o resto fica; o mais antigo sai além de 20 arquivos e 3.000 nomes.',
    bodyKilobytes: IMPORT_MEMORY_KILOBYTES,
    body: bodySchema({
      layouts: listOf(Layout, MEMORY_LIMITS.layouts, 'O limite é de 20 arquivos.'),
      names: listOf(Name, MEMORY_LIMITS.names, 'O limite é de 3.000 nomes.'),
    }),
    reply: v.pipe(
      v.object({ layouts: v.number(), names: v.number() }),
      v.description('Quantos arquivos e nomes estão guardados agora.'),
    ),
  },
});
