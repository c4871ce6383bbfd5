import type { Copying } from '#domain/business/recipe/copy.ts';
import type { Business } from '#domain/business/state.ts';
import { numberFromUnits } from '#domain/decimal.ts';
import { present, type RowIn, withRow } from './rows.ts';

interface Options<Type, Table extends 'dishes' | 'preparations', Body> {
  readonly type: Type;
  readonly table: Table;
  readonly body: (row: RowIn<Table>, business: Business) => Body;
  readonly row: (body: Body, sequence: number) => RowIn<Table>;
}

interface Duplicating extends Copying {
  readonly id: string;
  readonly copyId: string;
  readonly name?: string | undefined;
}

interface DuplicatingInput {
  readonly params: { readonly id: string };
  readonly body: Copying & { readonly name?: string | undefined };
  readonly newId: string;
}

/** What copies of dishes and of preparations have in common. */
export function duplicating<
  Type extends string,
  Table extends 'dishes' | 'preparations',
  Body extends { readonly id: string },
>({ type, table, body, row }: Options<Type, Table, Body>) {
  const rowsIn = (state: Business) =>
    state[table] as unknown as ReadonlyMap<string, RowIn<Table> & { readonly sequence: number }>;
  return {
    kind: 'adds',
    sent: ({ id, name, factor, keep }: Duplicating) => ({
      params: { id },
      body: {
        ...(name === undefined ? {} : { name }),
        ...(factor === undefined ? {} : { factor: numberFromUnits(factor) }),
        ...(keep === undefined ? {} : { keep: [...keep] }),
      },
    }),
    command: ({ params, body: { name, factor, keep }, newId }: DuplicatingInput) => ({
      type,
      id: params.id,
      copyId: newId,
      name,
      factor,
      keep,
    }),
    reply: (after: Business, { copyId }: Duplicating) => body(present(rowsIn(after), copyId), after),
    applied: (state: Business, reply: Body) =>
      withRow(state, table, row(reply, (rowsIn(state).get(reply.id) ?? state).sequence) as never),
    readWriteSet: ({ id, copyId, keep = [] }: Duplicating) => ({
      writes: [copyId, table],
      reads: [id, `lines of ${id}`, ...keep],
    }),
  } as const;
}
