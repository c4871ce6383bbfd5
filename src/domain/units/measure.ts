/**
 * The measure of a unit. A text that is no known unit ('maço', 'fatia') is a unit of its own: a dimension with no other
 * unit.
 */
export interface Measure {
  readonly kind: 'mass' | 'volume' | 'count' | 'time' | 'custom';
  /** Units of the same dimension convert into each other. */
  readonly dimension: string;
  /** The number of the dimension's smallest known units in one unit: 1 kg is 1000 (g). */
  readonly size: bigint;
  /** A key that is equal for all spellings of one unit. */
  readonly canonical: string;
}

/** Every known unit with its other spellings; the owner's spelling is displayed. */
const KNOWN_UNITS = {
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
} as const satisfies Record<Exclude<Measure['kind'], 'custom'>, readonly (readonly [number, string, ...string[]])[]>;

const MEASURES: ReadonlyMap<string, Measure> = new Map(
  Object.entries(KNOWN_UNITS).flatMap(([kind, units]) =>
    units.flatMap(([size, canonical, ...others]) => {
      const measure: Measure = { kind: kind as Measure['kind'], dimension: kind, size: BigInt(size), canonical };
      return [canonical, ...others].map((spelling) => [spelling, measure] as const);
    }),
  ),
);

/** Spellings are compared in NFC, trimmed, in lower case and without a last dot: 'Kg.' is 'kg'. */
const comparable = (unit: string): string => unit.normalize('NFC').trim().toLowerCase().replace(/\.$/, '');

/** Plural endings with their singular endings: 'porções' → 'porção', 'colheres' → 'colher'. */
const PLURALS = [
  [/(?:õe|ãe)s$/, 'ão'],
  [/ns$/, 'm'],
  [/([rsz])es$/, '$1'],
  [/éis$/, 'el'],
  [/óis$/, 'ol'],
  [/([aeou])is$/, '$1l'],
  [/([^aeou])is$/, '$1il'],
  [/(.)s$/, '$1'],
] as const;

/** A text without a plural ending stays as it is: 'maço'. */
export function singular(unit: string): string {
  if (!unit.endsWith('s')) return unit;
  const [ending, replacement] = PLURALS.find(([plural]) => plural.test(unit)) ?? [];
  const one = ending === undefined ? unit : unit.replace(ending, replacement ?? '');
  // 'gs' is not a gram, because the spellings of known units are a closed list.
  return MEASURES.has(one) ? unit : one;
}

const customMeasure = (canonical: string): Measure => ({
  kind: 'custom',
  dimension: `own ${canonical}`,
  size: 1n,
  canonical,
});

export function measureOf(unit: string): Measure {
  const exactMatch = MEASURES.get(unit);
  if (exactMatch) return exactMatch;
  const text = comparable(unit);
  return MEASURES.get(text) ?? customMeasure(singular(text));
}

/**
 * Measures units in the context of others. Two forms of a custom unit among them stay two units: before plurals were
 * recognised, 'pitada' and 'pitadas' of one ingredient could weigh differently.
 */
export function measureAmong(units: Iterable<string>): (unit: string) => Measure {
  const spellings = new Map<string, string>();
  const distinctForms = new Set<string>();
  for (const unit of units) {
    const { kind, canonical } = measureOf(unit);
    if (kind !== 'custom') continue;
    const text = comparable(unit);
    if ((spellings.get(canonical) ?? text) !== text) distinctForms.add(canonical);
    spellings.set(canonical, text);
  }
  if (distinctForms.size === 0) return measureOf;
  return (unit) => {
    const measure = measureOf(unit);
    return measure.kind === 'custom' && distinctForms.has(measure.canonical)
      ? customMeasure(comparable(unit))
      : measure;
  };
}

export const isSameUnit = (a: string, b: string): boolean =>
  a === b || measureOf(a).canonical === measureOf(b).canonical;

/**
 * Tells whether two texts are the same unit in the same form: 'kg' and 'quilo', 'Maço' and 'maço', but not 'maço' and
 * 'maços'.
 */
export const isSameForm = (a: string, b: string): boolean =>
  isSameUnit(a, b) && (measureOf(a).kind !== 'custom' || comparable(a) === comparable(b));

/** The units in which a derived price is displayed: never grams, whose price means nothing to people. */
const DISPLAY_UNITS = { mass: 'kg', volume: 'l', count: 'un', time: 'h' } as const;

/** The unit for displaying a price: the kilo for ingredients in grams. */
export function displayUnitOf(unit: string): string {
  const { kind } = measureOf(unit);
  return kind === 'custom' ? unit : DISPLAY_UNITS[kind];
}
