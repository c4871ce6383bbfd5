/**
 * What a unit measures. A text that is no known unit ('maço', 'fatia') is a unit of its own: a dimension of which it is
 * the only unit.
 */
export interface Measure {
  readonly kind: 'mass' | 'volume' | 'count' | 'time' | 'own';
  /** Units of the same dimension convert into each other. */
  readonly dimension: string;
  /** How many of the dimension's smallest known unit one of it is: 1 kg is 1000 (g). */
  readonly size: bigint;
  /** The same for all spellings of one unit. */
  readonly canonical: string;
}

/** Every known unit with its other spellings; what the owner typed is what is shown. */
const KNOWN = {
  mass: [
    [1, 'g', 'gr', 'grs', 'grama', 'gramas'],
    [1000, 'kg', 'kgs', 'quilo', 'quilos', 'kilo', 'kilos', 'quilograma', 'quilogramas'],
  ],
  volume: [
    [1, 'ml', 'mililitro', 'mililitros'],
    [5, 'colher de chá', 'colheres de chá'],
    [15, 'colher de sopa', 'colheres de sopa'],
    [240, 'xícara', 'xícaras', 'xicara', 'xicaras', 'xíc', 'xic'],
    [1000, 'l', 'lt', 'lts', 'litro', 'litros'],
  ],
  count: [
    [1, 'un', 'und', 'unid', 'uni', 'unidade', 'unidades'],
    [12, 'dz', 'dúzia', 'dúzias', 'duzia', 'duzias'],
    [100, 'cento', 'centos'],
    [1000, 'milheiro', 'milheiros'],
  ],
  time: [
    [1, 'min', 'minuto', 'minutos'],
    [60, 'h', 'hr', 'hrs', 'hora', 'horas'],
  ],
} as const satisfies Record<Exclude<Measure['kind'], 'own'>, readonly (readonly [number, string, ...string[]])[]>;

const MEASURES: ReadonlyMap<string, Measure> = new Map(
  Object.entries(KNOWN).flatMap(([kind, units]) =>
    units.flatMap(([size, canonical, ...others]) => {
      const measure: Measure = { kind: kind as Measure['kind'], dimension: kind, size: BigInt(size), canonical };
      return [canonical, ...others].map((spelling) => [spelling, measure] as const);
    }),
  ),
);

/** Spellings are compared in NFC, trimmed, in lower case and without a last dot: 'Kg.' is 'kg'. */
const comparable = (unit: string): string => unit.normalize('NFC').trim().toLowerCase().replace(/\.$/, '');

export function measureOf(unit: string): Measure {
  const asTyped = MEASURES.get(unit);
  if (asTyped) return asTyped;
  const canonical = comparable(unit);
  return MEASURES.get(canonical) ?? { kind: 'own', dimension: `own ${canonical}`, size: 1n, canonical };
}

export const isSameUnit = (a: string, b: string): boolean =>
  a === b || measureOf(a).canonical === measureOf(b).canonical;

export const isSameDimension = (a: string, b: string): boolean => measureOf(a).dimension === measureOf(b).dimension;
