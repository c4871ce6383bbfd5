import type { MenuKind } from '#domain/figures/menu.ts';

interface KindWords {
  readonly name: string;
  readonly advice: string;
  readonly colour: `--${string}`;
}

/** The name of each kind of dish, with advice. */
export const MENU_WORDS: Readonly<Record<MenuKind, KindWords>> = {
  star: { name: 'Estrela', advice: 'Mantenha como está e bem à vista.', colour: '--chart-profit' },
  plowhorse: {
    name: 'Burro de carga',
    advice: 'Vende muito e deixa pouco: suba um pouco o preço ou barateie a receita.',
    colour: '--chart-fixed',
  },
  puzzle: { name: 'Quebra-cabeça', advice: 'Deixa bem e sai pouco: ofereça mais.', colour: '--chart-variable' },
  dog: { name: 'Abacaxi', advice: 'Pouco e pouco: troque ou tire.', colour: '--chart-cmv' },
};

/**
 * 'Deixa bem e sai pouco: ofereça mais, mas dá prejuízo depois dos custos fixos.', where the dish's card reports a
 * loss.
 */
export const adviceFor = (kind: MenuKind, losesMoney: boolean): string =>
  losesMoney
    ? `${MENU_WORDS[kind].advice.replace(/\.$/, '')}, mas dá prejuízo depois dos custos fixos.`
    : MENU_WORDS[kind].advice;
