import { minus, over, type Ratio, ratio, times } from './ratio.ts';

/** The units a second time, as the specification lists them: every spelling, with its size in the first unit. */
const SPELLINGS: readonly (readonly [kind: string, size: number, spellings: string])[] = [
  ['massa', 1, 'g gr grs grama gramas'],
  ['massa', 1_000, 'kg kgs quilo quilos kilo kilos quilograma quilogramas'],
  ['volume', 1, 'ml mililitro mililitros'],
  ['volume', 5, 'colher_de_chá colheres_de_chá'],
  ['volume', 15, 'colher_de_sopa colheres_de_sopa'],
  ['volume', 240, 'xícara xícaras xicara xicaras xíc xic'],
  ['volume', 1_000, 'l lt lts litro litros'],
  ['peças', 1, 'un und unid uni unidade unidades'],
  ['peças', 12, 'dz dúzia dúzias duzia duzias'],
  ['peças', 100, 'cento centos'],
  ['peças', 1_000, 'milheiro milheiros'],
  ['tempo', 1, 'min minuto minutos'],
  ['tempo', 60, 'h hr hrs hora horas'],
];

/** 1 `unit` = `quantity` ten-thousandths of `equalsUnit`. */
export interface UnitConversion {
  readonly unit: string;
  readonly quantity: number;
  readonly equalsUnit: string;
}

interface Unit {
  readonly kind: string;
  readonly size: Ratio;
}

const UNITS: ReadonlyMap<string, Unit> = new Map(
  SPELLINGS.flatMap(([kind, size, spellings]) =>
    spellings.split(' ').map((spelling) => [spelling.replaceAll('_', ' '), { kind, size: ratio(size) }]),
  ),
);

function readUnit(text: string): Unit {
  const spelling = text.normalize('NFC').trim().toLowerCase().replace(/\.$/, '');
  return UNITS.get(spelling) ?? { kind: `“${spelling}”`, size: ratio(1) };
}

export const isSameKind = (a: string, b: string): boolean => readUnit(a).kind === readUnit(b).kind;

/**
 * Returns the number of `to` in one `from`; undefined if no conversion leads there. The search ends when a round adds
 * nothing.
 */
export function unitRatio(from: string, to: string, conversions: readonly UnitConversion[]): Ratio | undefined {
  const [start, goal] = [readUnit(from), readUnit(to)];
  /** The number of the smallest unit of each kind in one `from`. */
  const known = new Map([[start.kind, start.size]]);
  for (let before = 0; before < known.size;) {
    before = known.size;
    for (const { unit, quantity, equalsUnit } of conversions) {
      const [one, other] = [readUnit(unit), readUnit(equalsUnit)];
      const otherPerOne = over(times(ratio(quantity, 10_000), other.size), one.size);
      const [ofOne, ofOther] = [known.get(one.kind), known.get(other.kind)];
      if (ofOne && !ofOther) known.set(other.kind, times(ofOne, otherPerOne));
      if (ofOther && !ofOne) known.set(one.kind, over(ofOther, otherPerOne));
    }
  }
  const reached = known.get(goal.kind);
  return reached && over(reached, goal.size);
}

export const isEqual = (a: Ratio, b: Ratio): boolean => minus(a, b).top === 0n;
