import type { MenuKind } from '#domain/figures/menu.ts';

interface KindTexts {
  readonly name: string;
  readonly advice: string;
  readonly colour: `--${string}`;
}

/** The name of each kind of dish, with advice. */
export const KIND_TEXTS: Readonly<Record<MenuKind, KindTexts>> = {
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
 * The advice for a kind of dish, with a warning where the dish's card reports a loss: 'Deixa bem e sai pouco: ofereça
 * mais, mas dá prejuízo depois dos custos fixos.'
 */
export const adviceFor = (kind: MenuKind, losesMoney: boolean): string =>
  losesMoney
    ? `${KIND_TEXTS[kind].advice.replace(/\.$/, '')}, mas dá prejuízo depois dos custos fixos.`
    : KIND_TEXTS[kind].advice;
