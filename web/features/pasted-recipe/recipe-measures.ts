/** A measure as recipes name it, with the unit that it stands for. */
export interface RecipeMeasure {
  /** The name in singular and plural: 'lata', 'latas'. */
  readonly singular: string;
  readonly plural: string;
  /** `pack` means that its content stands in brackets behind it. */
  readonly kind: 'mass' | 'volume' | 'count' | 'time' | 'pack';
}

/** The sizes of spoons and cups: 'de sopa', '(sopa)', '(de sopa)'. */
const sizePattern = (word: string): string => String.raw`(?:\(\s*(?:de\s+)?${word}\s*\)|(?:de\s+)?${word}(?![\p{L}]))`;
const SPOON = String.raw`(?:colher(?:es)?|colh?s?|c)\.?\s*`;
const CUP = String.raw`(?:x[ií]c(?:aras?|s)?|xc)\.?`;
/** Words for how full a spoon is do not change the measure. */
const FILL_WORDS = String.raw`(?:\s*\(?\s*(?:bem\s+)?(?:chei[ao]s?|ras[ao]s?)(?![\p{L}])\s*\)?)?`;

const spoonMeasure = (word: string, pattern = sizePattern(word)): readonly [string, RecipeMeasure] => [
  String.raw`${SPOON}${FILL_WORDS}\s*${pattern}${FILL_WORDS}`,
  {
    singular: `colher de ${word}`,
    plural: `colheres de ${word}`,
    kind: 'volume',
  },
];

const namedMeasure = (
  kind: RecipeMeasure['kind'],
  singular: string,
  {
    plural = `${singular}s`,
    spelling = `${singular}s?`,
  }: { readonly plural?: string; readonly spelling?: string } = {},
): readonly [string, RecipeMeasure] => [`(?:${spelling})`, { singular, plural, kind }];

/** Longer patterns come first: 'colher de sopa' before 'colher'. */
const MEASURES: readonly (readonly [pattern: RegExp, measure: RecipeMeasure])[] = (
  [
    spoonMeasure('sopa'),
    ['cs(?![\\p{L}])', { singular: 'colher de sopa', plural: 'colheres de sopa', kind: 'volume' }],
    spoonMeasure(
      'chá',
      String.raw`(?:\(\s*(?:de\s+)?ch[áa]\s*\)|(?:de\s+)?ch[áa](?![\p{L}])(?!\s+(?:verde|preto|mate|branco)))`,
    ),
    ['cc(?![\\p{L}])', { singular: 'colher de chá', plural: 'colheres de chá', kind: 'volume' }],
    spoonMeasure('sobremesa'),
    spoonMeasure('café', String.raw`(?:\(\s*(?:de\s+)?caf[ée]\s*\)|(?:de\s+)?caf[ée](?=\s+de\s))`),
    [`${SPOON.replace('|c)', ')')}${FILL_WORDS}`, { singular: 'colher', plural: 'colheres', kind: 'volume' }],
    [
      String.raw`${CUP}${FILL_WORDS}\s*(?:\(\s*(?:de\s+)?caf[ée]\s*\)|de\s+caf[ée](?=\s+de\s))`,
      { singular: 'xícara de café', plural: 'xícaras de café', kind: 'volume' },
    ],
    [
      String.raw`${CUP}${FILL_WORDS}(?:\s*(?:\(\s*(?:de\s+)?ch[áa]\s*\)|(?:de\s+)?ch[áa](?=\s+de\s|\s*$)))?${FILL_WORDS}`,
      { singular: 'xícara', plural: 'xícaras', kind: 'volume' },
    ],
    namedMeasure('volume', 'copo americano', {
      plural: 'copos americanos',
      spelling: String.raw`copos?\s*\(?\s*americanos?\s*\)?`,
    }),
    namedMeasure('volume', 'copo', { spelling: String.raw`copos?(?:\s*\(?(?:de\s+)?requeij[ãa]o\)?(?=\s+de\s))?` }),
    namedMeasure('mass', 'kg', { plural: 'kg', spelling: 'kgs?|kilos?|quilos?|quilogramas?' }),
    namedMeasure('mass', 'g', { plural: 'g', spelling: 'gramas?|grs?|g' }),
    namedMeasure('mass', 'mg', { plural: 'mg', spelling: 'mg|miligramas?' }),
    namedMeasure('volume', 'ml', { plural: 'ml', spelling: 'mililitros?|mls?' }),
    namedMeasure('volume', 'l', { plural: 'l', spelling: 'litros?|lts?|l' }),
    namedMeasure('count', 'dúzia', { spelling: 'd[úu]zias?|dz' }),
    namedMeasure('count', 'cento'),
    namedMeasure('count', 'un', { plural: 'un', spelling: 'unidades?|unids?|unds?|uns?|un' }),
    namedMeasure('time', 'min', { plural: 'min', spelling: 'minutos?|mins?' }),
    namedMeasure('time', 'h', { plural: 'h', spelling: 'horas?|hrs?|h' }),
    namedMeasure('pack', 'lata', { spelling: 'latas?|latinhas?' }),
    namedMeasure('pack', 'caixinha'),
    namedMeasure('pack', 'caixa', { spelling: 'caixas?|cxs?' }),
    namedMeasure('pack', 'pacotinho'),
    namedMeasure('pack', 'pacote', { spelling: 'pacotes?|pcts?|pcs?' }),
    namedMeasure('pack', 'sachê', { spelling: 'sach[êe]s?' }),
    namedMeasure('pack', 'envelope'),
    namedMeasure('pack', 'tablete'),
    namedMeasure('pack', 'barra'),
    namedMeasure('pack', 'pote', { spelling: 'potes?|potinhos?' }),
    namedMeasure('pack', 'vidro', { spelling: 'vidros?|vidrinhos?' }),
    namedMeasure('pack', 'garrafa'),
    namedMeasure('pack', 'saquinho'),
    namedMeasure('pack', 'saco'),
    namedMeasure('pack', 'bandeja'),
    namedMeasure('pack', 'bisnaga'),
    namedMeasure('pack', 'embalagem', { plural: 'embalagens', spelling: 'embalage(?:m|ns)' }),
    namedMeasure('pack', 'balde'),
    namedMeasure('pack', 'pitada', { spelling: 'pitad(?:inh)?as?' }),
    namedMeasure('pack', 'punhado'),
    namedMeasure('pack', 'dente'),
    namedMeasure('pack', 'fatia'),
    namedMeasure('pack', 'rodela'),
    namedMeasure('pack', 'folha'),
    namedMeasure('pack', 'ramo', { spelling: 'ram(?:inh)?os?' }),
    namedMeasure('pack', 'galho', { spelling: 'galh(?:inh)?os?' }),
    namedMeasure('pack', 'talo'),
    namedMeasure('pack', 'maço', { spelling: 'ma[çc]os?' }),
    namedMeasure('pack', 'cabeça', { spelling: 'cabe[çc]as?' }),
    namedMeasure('pack', 'gota'),
    namedMeasure('pack', 'fio'),
    namedMeasure('pack', 'cubo'),
    namedMeasure('pack', 'concha'),
    namedMeasure('pack', 'pedaço', { spelling: 'peda[çc]os?' }),
    namedMeasure('pack', 'bola'),
    namedMeasure('pack', 'tira'),
    namedMeasure('pack', 'caneca'),
    namedMeasure('pack', 'tigela'),
    namedMeasure('pack', 'medida'),
  ] satisfies readonly (readonly [string, RecipeMeasure])[]
).map(([pattern, measure]) => [new RegExp(String.raw`^${pattern}(?![\p{L}])\.?`, 'iu'), measure]);

/** The measure at the beginning of a text, and the rest of the text. */
export function measureAtStart(text: string): { readonly measure: RecipeMeasure; readonly rest: string } | undefined {
  for (const [pattern, measure] of MEASURES) {
    const [matchedText] = pattern.exec(text) ?? [];
    if (matchedText !== undefined) return { measure, rest: text.slice(matchedText.length).trim() };
  }
  return undefined;
}
