/** A measure as recipes name it, with the unit that it stands for. */

export interface RecipeMeasure {
  /** The name in singular and plural: 'lata', 'latas'. */
  readonly one: string;
  readonly many: string;
  /** `pack` means that its content stands in brackets behind it. */
  readonly kind: 'mass' | 'volume' | 'count' | 'time' | 'pack';
}

/** The sizes of spoons and cups: 'de sopa', '(sopa)', '(de sopa)'. */
const kindOf = (word: string): string => String.raw`(?:\(\s*(?:de\s+)?${word}\s*\)|(?:de\s+)?${word}(?![\p{L}]))`;
const SPOON = String.raw`(?:colher(?:es)?|colh?s?|c)\.?\s*`;
const CUP = String.raw`(?:x[ií]c(?:aras?|s)?|xc)\.?`;
/** Words for how full a spoon is do not change the measure. */
const FULL = String.raw`(?:\s*\(?\s*(?:bem\s+)?(?:chei[ao]s?|ras[ao]s?)(?![\p{L}])\s*\)?)?`;

const spoon = (word: string, pattern = kindOf(word)): readonly [string, RecipeMeasure] => [
  String.raw`${SPOON}${FULL}\s*${pattern}${FULL}`,
  {
    one: `colher de ${word}`,
    many: `colheres de ${word}`,
    kind: 'volume',
  },
];

const named = (
  kind: RecipeMeasure['kind'],
  one: string,
  { many = `${one}s`, spelling = `${one}s?` }: { readonly many?: string; readonly spelling?: string } = {},
): readonly [string, RecipeMeasure] => [`(?:${spelling})`, { one, many, kind }];

/** Longer patterns come first: 'colher de sopa' before 'colher'. */
const MEASURES: readonly (readonly [pattern: RegExp, measure: RecipeMeasure])[] = (
  [
    spoon('sopa'),
    ['cs(?![\\p{L}])', { one: 'colher de sopa', many: 'colheres de sopa', kind: 'volume' }],
    spoon(
      'chá',
      String.raw`(?:\(\s*(?:de\s+)?ch[áa]\s*\)|(?:de\s+)?ch[áa](?![\p{L}])(?!\s+(?:verde|preto|mate|branco)))`,
    ),
    ['cc(?![\\p{L}])', { one: 'colher de chá', many: 'colheres de chá', kind: 'volume' }],
    spoon('sobremesa'),
    spoon('café', String.raw`(?:\(\s*(?:de\s+)?caf[ée]\s*\)|(?:de\s+)?caf[ée](?=\s+de\s))`),
    [`${SPOON.replace('|c)', ')')}${FULL}`, { one: 'colher', many: 'colheres', kind: 'volume' }],
    [
      String.raw`${CUP}${FULL}\s*(?:\(\s*(?:de\s+)?caf[ée]\s*\)|de\s+caf[ée](?=\s+de\s))`,
      { one: 'xícara de café', many: 'xícaras de café', kind: 'volume' },
    ],
    [
      String.raw`${CUP}${FULL}(?:\s*(?:\(\s*(?:de\s+)?ch[áa]\s*\)|(?:de\s+)?ch[áa](?=\s+de\s|\s*$)))?${FULL}`,
      { one: 'xícara', many: 'xícaras', kind: 'volume' },
    ],
    named('volume', 'copo americano', {
      many: 'copos americanos',
      spelling: String.raw`copos?\s*\(?\s*americanos?\s*\)?`,
    }),
    named('volume', 'copo', { spelling: String.raw`copos?(?:\s*\(?(?:de\s+)?requeij[ãa]o\)?(?=\s+de\s))?` }),
    named('mass', 'kg', { many: 'kg', spelling: 'kgs?|kilos?|quilos?|quilogramas?' }),
    named('mass', 'g', { many: 'g', spelling: 'gramas?|grs?|g' }),
    named('mass', 'mg', { many: 'mg', spelling: 'mg|miligramas?' }),
    named('volume', 'ml', { many: 'ml', spelling: 'mililitros?|mls?' }),
    named('volume', 'l', { many: 'l', spelling: 'litros?|lts?|l' }),
    named('count', 'dúzia', { spelling: 'd[úu]zias?|dz' }),
    named('count', 'cento'),
    named('count', 'un', { many: 'un', spelling: 'unidades?|unids?|unds?|uns?|un' }),
    named('time', 'min', { many: 'min', spelling: 'minutos?|mins?' }),
    named('time', 'h', { many: 'h', spelling: 'horas?|hrs?|h' }),
    named('pack', 'lata', { spelling: 'latas?|latinhas?' }),
    named('pack', 'caixinha'),
    named('pack', 'caixa', { spelling: 'caixas?|cxs?' }),
    named('pack', 'pacotinho'),
    named('pack', 'pacote', { spelling: 'pacotes?|pcts?|pcs?' }),
    named('pack', 'sachê', { spelling: 'sach[êe]s?' }),
    named('pack', 'envelope'),
    named('pack', 'tablete'),
    named('pack', 'barra'),
    named('pack', 'pote', { spelling: 'potes?|potinhos?' }),
    named('pack', 'vidro', { spelling: 'vidros?|vidrinhos?' }),
    named('pack', 'garrafa'),
    named('pack', 'saquinho'),
    named('pack', 'saco'),
    named('pack', 'bandeja'),
    named('pack', 'bisnaga'),
    named('pack', 'embalagem', { many: 'embalagens', spelling: 'embalage(?:m|ns)' }),
    named('pack', 'balde'),
    named('pack', 'pitada', { spelling: 'pitad(?:inh)?as?' }),
    named('pack', 'punhado'),
    named('pack', 'dente'),
    named('pack', 'fatia'),
    named('pack', 'rodela'),
    named('pack', 'folha'),
    named('pack', 'ramo', { spelling: 'ram(?:inh)?os?' }),
    named('pack', 'galho', { spelling: 'galh(?:inh)?os?' }),
    named('pack', 'talo'),
    named('pack', 'maço', { spelling: 'ma[çc]os?' }),
    named('pack', 'cabeça', { spelling: 'cabe[çc]as?' }),
    named('pack', 'gota'),
    named('pack', 'fio'),
    named('pack', 'cubo'),
    named('pack', 'concha'),
    named('pack', 'pedaço', { spelling: 'peda[çc]os?' }),
    named('pack', 'bola'),
    named('pack', 'tira'),
    named('pack', 'caneca'),
    named('pack', 'tigela'),
    named('pack', 'medida'),
  ] satisfies readonly (readonly [string, RecipeMeasure])[]
).map(([pattern, measure]) => [new RegExp(String.raw`^${pattern}(?![\p{L}])\.?`, 'iu'), measure]);

/** The measure at the beginning of a text, and the rest of the text. */
export function measureAtStart(text: string): { readonly measure: RecipeMeasure; readonly rest: string } | undefined {
  for (const [pattern, measure] of MEASURES) {
    const [found] = pattern.exec(text) ?? [];
    if (found !== undefined) return { measure, rest: text.slice(found.length).trim() };
  }
  return undefined;
}
