import type { Copying } from '#domain/business/recipe/copy.ts';
import type { Business } from '#domain/business/state.ts';
import { numberFromUnits } from '#domain/decimal.ts';
import { placeIn, present, type RowIn, rowsIn, withRow } from './rows.ts';

interface Options<Table extends 'dishes' | 'preparations', Body> {
  readonly table: Table;
  readonly body: (row: RowIn<Table>, business: Business) => Body;
  readonly row: (body: Body, sequence: number) => RowIn<Table>;
}

interface Duplicating extends Copying {
  readonly id: string;
  readonly copyId: string;
  readonly name?: string | undefined;
}

/** What copies of dishes and of preparations have in common. */
export const duplicated = <Table extends 'dishes' | 'preparations', Body extends { readonly id: string }>({
  table,
  body,
  row,
}: Options<Table, Body>) =>
  ({
    kind: 'adds',
    sent: ({ id, name, factor, keep }: Duplicating) => ({
      params: { id },
      body: {
        ...(name === undefined ? {} : { name }),
        ...(factor === undefined ? {} : { factor: numberFromUnits(factor) }),
        ...(keep === undefined ? {} : { keep: [...keep] }),
      },
    }),
    reply: (after: Business, { copyId }: Duplicating) => body(present(rowsIn(after, table), copyId), after),
    applied: (state: Business, reply: Body) => withRow(state, table, row(reply, placeIn(state, table, reply.id))),
    readWriteSet: ({ id, copyId, keep = [] }: Duplicating) => ({
      writes: [copyId, table],
      reads: [id, `lines of ${id}`, ...keep],
    }),
  }) as const;
