import type { Business } from '#domain/business/state.ts';
import { numberFromUnits } from '#domain/decimal.ts';
import { present, type RowIn, withRow } from './rows.ts';

interface Options<Type, Table extends 'dishes' | 'preparations', Body> {
  readonly type: Type;
  readonly table: Table;
  readonly body: (row: RowIn<Table>, business: Business) => Body;
  readonly row: (body: Body, sequence: number) => RowIn<Table>;
}

interface Copying {
  readonly id: string;
  readonly copyId: string;
  readonly name?: string | undefined;
  readonly factor?: number | undefined;
}

interface CopyingInput {
  readonly params: { readonly id: string };
  readonly body: Pick<Copying, 'name' | 'factor'>;
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
    sent: ({ id, name, factor }: Copying) => ({
      params: { id },
      body: {
        ...(name === undefined ? {} : { name }),
        ...(factor === undefined ? {} : { factor: numberFromUnits(factor) }),
      },
    }),
    command: ({ params, body: { name, factor }, newId }: CopyingInput) => ({
      type,
      id: params.id,
      copyId: newId,
      name,
      factor,
    }),
    reply: (after: Business, { copyId }: Copying) => body(present(rowsIn(after), copyId), after),
    applied: (state: Business, reply: Body) =>
      withRow(state, table, row(reply, (rowsIn(state).get(reply.id) ?? state).sequence) as never),
    readWriteSet: ({ id, copyId }: Copying) => ({ writes: [copyId, table], reads: [id, `lines of ${id}`] }),
  } as const;
}
