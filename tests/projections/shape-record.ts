import { isDeepStrictEqual } from 'node:util';

/** The structure of the rows of the read model. */
export interface RowShape {
  /** Tables and their columns with types. */
  readonly columns: readonly string[];
  /** The keys of the JSON inside the rows, each as a path from its column. */
  readonly keys: readonly string[];
  /**
   * The SHA-256 of the rows of one business with every feature and of one account, which reveals any changed figure.
   */
  readonly rows: string;
}

/** Returns the committed shape with its number. */
export interface ShapeRecord extends RowShape {
  readonly shape: number;
}

const RENEW =
  'WRITE_READ_MODEL_SHAPE=1 npx vitest run --config tests/vitest.config.ts tests/projections/read-model-shape.test.ts';

/** Says what to do so that shape number and rows match again; undefined if they do. */
export function requiredAction(recorded: ShapeRecord, number: number, found: RowShape): string | undefined {
  const { shape, ...rows } = recorded;
  const isSame = isDeepStrictEqual(rows, found);
  if (number < shape) return `ROW_SHAPE is ${number} and was ${shape}: it only ever grows.`;
  if (isSame && number === shape) return undefined;
  if (isSame)
    return `ROW_SHAPE is ${number}, yet the rows are those of shape ${shape}: every database would be projected anew for nothing. Put it back to ${shape}.`;
  if (number === shape)
    return `The rows of the read model are not those of shape ${shape} any more, and databases with the old ones would keep them. Set ROW_SHAPE (projections/read/schema.ts) to ${shape + 1}, then write the rows down: ${RENEW}\n${differences(rows, found)}`;
  return `ROW_SHAPE is ${number}; the rows of that shape are not written down yet: ${RENEW}\n${differences(rows, found)}`;
}

function differences(before: RowShape, after: RowShape): string {
  const lines = (['columns', 'keys'] as const).flatMap((part) => [
    ...before[part].filter((each) => !after[part].includes(each)).map((each) => `- ${each}`),
    ...after[part].filter((each) => !before[part].includes(each)).map((each) => `+ ${each}`),
  ]);
  return lines.length > 0 ? lines.join('\n') : 'Columns and keys are the same, the values or their order are not.';
}
