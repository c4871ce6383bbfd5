import { minus, over, type Ratio, ratio, times } from './ratio.ts';

/** The units once more, as the specification writes them: every spelling, and how many of the first one it is. */
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
export interface BookConversion {
  readonly unit: string;
  readonly quantity: number;
  readonly equalsUnit: string;
}

interface BookUnit {
  readonly kind: string;
  readonly size: Ratio;
}

function unitByTheBook(text: string): BookUnit {
  const plain = text.normalize('NFC').trim().toLowerCase().replace(/\.$/, '');
  const known = SPELLINGS.find(([, , spellings]) =>
    spellings.split(' ').some((each) => each.replaceAll('_', ' ') === plain),
  );
  return known ? { kind: known[0], size: ratio(known[1]) } : { kind: `“${plain}”`, size: ratio(1) };
}

export const isOneKind = (a: string, b: string): boolean => unitByTheBook(a).kind === unitByTheBook(b).kind;

/** How many `to` one `from` is; undefined where nothing says so. What is known spreads until nothing more follows. */
export function ratioByTheBook(from: string, to: string, conversions: readonly BookConversion[]): Ratio | undefined {
  const [start, goal] = [unitByTheBook(from), unitByTheBook(to)];
  /** So many of the smallest unit of each kind is one `from`. */
  const known = new Map([[start.kind, start.size]]);
  for (let before = 0; before < known.size;) {
    before = known.size;
    for (const { unit, quantity, equalsUnit } of conversions) {
      const [one, other] = [unitByTheBook(unit), unitByTheBook(equalsUnit)];
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
