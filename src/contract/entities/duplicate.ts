import type { CopyOptions } from '#domain/business/recipe/copy.ts';
import type { Business } from '#domain/business/state.ts';
import { fromTenThousandths } from '#domain/decimal.ts';
import { requireRow, type RowIn, listOf } from './command-mapping.ts';

interface Options<Table extends 'dishes' | 'preparations', Body> {
  readonly table: Table;
  readonly body: (row: RowIn<Table>, business: Business) => Body;
}

interface DuplicationValues extends CopyOptions {
  readonly id: string;
  readonly copyId: string;
  readonly name?: string | undefined;
}

/** The common part of copying dishes and preparations. */
export const duplicateMapping = <Table extends 'dishes' | 'preparations', Body>({
  table,
  body,
}: Options<Table, Body>) =>
  ({
    kind: 'adds',
    toRequest: ({ id, name, factor, keep }: DuplicationValues) => ({
      params: { id },
      body: {
        ...(name === undefined ? {} : { name }),
        ...(factor === undefined ? {} : { factor: fromTenThousandths(factor) }),
        ...(keep === undefined ? {} : { keep: [...keep] }),
      },
    }),
    reply: (after: Business, { copyId }: DuplicationValues) => body(requireRow(listOf(after, table), copyId), after),
    readWriteSet: ({ id, copyId, keep = [] }: DuplicationValues) => ({
      writes: [copyId, table],
      reads: [id, `lines of ${id}`, ...keep],
    }),
  }) as const;
