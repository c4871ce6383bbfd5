/** A point of the diagonal, at which every cause has moved by the same share from before, 0, to after, 1. */
interface Point {
  readonly t: number;
  /** The weight of the value at this point in an integral from 0 to 1. */
  readonly weight: number;
}

/**
 * Gauss–Legendre quadrature: n points integrate polynomials up to degree 2n − 1 exactly. The points come from Newton's
 * method with the usual first guess.
 */
const gaussPoints = (count: number): readonly Point[] =>
  Array.from({ length: count }, (_, i) => {
    let x = Math.cos((Math.PI * (i + 0.75)) / (count + 0.5));
    let slope = 1;
    for (let step = 0; step < 10; step += 1) {
      let [last, now] = [1, x];
      for (let n = 2; n <= count; n += 1) [last, now] = [now, ((2 * n - 1) * x * now - (n - 1) * last) / n];
      slope = (count * (x * now - last)) / (x * x - 1);
      x -= now / slope;
    }
    return { t: (1 + x) / 2, weight: 1 / ((1 - x * x) * slope * slope) };
  });

/** Exact up to degree 31: a product has a cause for each level of preparations, and a handful of others. */
export const POINTS = gaussPoints(16);

/** A number of a formula, by its index: its operands come before it. */
export type FormulaNode = number;

export type Term = readonly [node: FormulaNode, weight: number];

type Operation =
  | { readonly kind: 'constant'; readonly value: number }
  | {
      readonly kind: 'sum';
      readonly of: readonly FormulaNode[];
      readonly weights: readonly number[];
      readonly more: number;
    }
  | { readonly kind: 'change'; readonly cause: number; readonly before: FormulaNode; readonly after: FormulaNode }
  | { readonly kind: 'product'; readonly a: FormulaNode; readonly b: FormulaNode }
  | { readonly kind: 'table'; readonly values: readonly number[]; readonly slopes: readonly Slope[] };

/** The change of a number at each of the points with each of these causes. */
export interface Slope {
  readonly causes: readonly string[];
  readonly by: readonly number[];
}

export type Formula = ReturnType<typeof formula>;

/**
 * A figure as a formula of its causes, each from 0, before, to 1, after, and linear between. No product has a cause
 * twice, so the Shapley value of a cause is ∫₀¹ ∂F/∂cause (t, …, t) dt (G. Owen, Multilinear Extensions of Games,
 * 1972). At each point one forward pass gives all values, and one backward pass all derivatives.
 */
export function formula(causes: readonly string[]) {
  const operations: Operation[] = [];
  const numbers = new Map(causes.map((key, i) => [key, i]));
  const addOperation = (operation: Operation): FormulaNode => operations.push(operation) - 1;

  const constants = new Map<number, FormulaNode>();

  function constant(value: number): FormulaNode {
    const node = constants.get(value) ?? addOperation({ kind: 'constant', value });
    constants.set(value, node);
    return node;
  }

  /** The value of a number that no cause changes; undefined for one that some cause changes. */
  function constantOf(node: FormulaNode): number | undefined {
    const operation = operations[node];
    return operation?.kind === 'constant' ? operation.value : undefined;
  }

  /** Σ node × weight + more. */
  function sum(terms: readonly Term[], more = 0): FormulaNode {
    const changing = terms.filter(([node, weight]) => weight !== 0 && constantOf(node) === undefined);
    const constantPart = terms.reduce((all, [node, weight]) => all + weight * (constantOf(node) ?? 0), more);
    const [first] = changing;
    if (!first) return constant(constantPart);
    if (changing.length === 1 && first[1] === 1 && constantPart === 0) return first[0];
    return addOperation({
      kind: 'sum',
      of: changing.map(([node]) => node),
      weights: changing.map(([, weight]) => weight),
      more: constantPart,
    });
  }

  /** A number with one value before its cause and another after it. */
  function change(cause: string, before: FormulaNode, after: FormulaNode): FormulaNode {
    const number = numbers.get(cause);
    return number === undefined || before === after
      ? after
      : addOperation({ kind: 'change', cause: number, before, after });
  }

  function product(a: FormulaNode, b: FormulaNode): FormulaNode {
    const [one, other] = [constantOf(a), constantOf(b)];
    if (one !== undefined) return sum([[b, one]]);
    return other === undefined ? addOperation({ kind: 'product', a, b }) : sum([[a, other]]);
  }

  const table = (values: readonly number[], slopes: readonly Slope[]): FormulaNode =>
    addOperation({ kind: 'table', values, slopes });

  /** The share of each cause in the figure. */
  function shares(figure: FormulaNode): ReadonlyMap<string, number> {
    const [values, slopes] = [new Float64Array(operations.length), new Float64Array(operations.length)];
    const causeShares = new Float64Array(causes.length);
    for (const [point, { t, weight }] of POINTS.entries()) {
      const pass: Pass = { t, point, values, slopes, causeShares, numbers };
      for (let node = 0; node <= figure; node += 1) values[node] = valueOf(operations[node], pass);
      slopes.fill(0);
      slopes[figure] = weight;
      for (let node = figure; node >= 0; node -= 1)
        if (slopes[node] !== 0) propagateSlope(operations[node], at(slopes, node), pass);
    }
    return new Map(causes.map((key, i) => [key, causeShares[i] ?? 0]));
  }

  return { constant, constantOf, sum, change, product, table, shares };
}

/** The results of both passes over the operations at one point. */
interface Pass {
  readonly t: number;
  readonly point: number;
  readonly values: Float64Array;
  readonly slopes: Float64Array;
  readonly causeShares: Float64Array;
  /** The index of a cause in `causeShares`. */
  readonly numbers: ReadonlyMap<string, number>;
}

function valueOf(operation: Operation | undefined, { t, point, values }: Pass): number {
  if (!operation) return 0;
  switch (operation.kind) {
    case 'constant':
      return operation.value;
    case 'sum': {
      let all = operation.more;
      for (let i = 0; i < operation.of.length; i += 1) all += at(values, operation.of[i]) * (operation.weights[i] ?? 0);
      return all;
    }
    case 'change':
      return (1 - t) * at(values, operation.before) + t * at(values, operation.after);
    case 'product':
      return at(values, operation.a) * at(values, operation.b);
    case 'table':
      return operation.values[point] ?? 0;
    default:
      return (operation satisfies undefined) ?? 0;
  }
}

function propagateSlope(operation: Operation | undefined, slope: number, pass: Pass): void {
  const { t, point, values, slopes, causeShares, numbers } = pass;
  if (!operation) return;
  switch (operation.kind) {
    case 'constant':
      return;
    case 'sum':
      for (let i = 0; i < operation.of.length; i += 1)
        add(slopes, operation.of[i], slope * (operation.weights[i] ?? 0));
      return;
    case 'change':
      add(causeShares, operation.cause, slope * (at(values, operation.after) - at(values, operation.before)));
      add(slopes, operation.before, slope * (1 - t));
      add(slopes, operation.after, slope * t);
      return;
    case 'product':
      add(slopes, operation.a, slope * at(values, operation.b));
      add(slopes, operation.b, slope * at(values, operation.a));
      return;
    case 'table':
      for (const { causes: keys, by } of operation.slopes)
        for (const key of keys) add(causeShares, numbers.get(key), slope * (by[point] ?? 0));
      return;
    default:
      operation satisfies never;
  }
}

const at = (numbers: Float64Array, i = 0): number => numbers[i] ?? 0;

function add(numbers: Float64Array, i = 0, amount: number): void {
  numbers[i] = (numbers[i] ?? 0) + amount;
}
