/**
 * Names as people compare them: letter case, accents, outer space and how wide a gap is do not count, nor does what
 * nobody sees (zero-width spaces, soft hyphens, marks that turn the direction of writing). The joiners U+200C and U+200D
 * stay, because emoji are made of them: 'Pizzas' and ' pizzas' are one name, two families of emoji are two.
 */
export const comparedName = (text: string): string =>
  (PLAIN.test(text)
    ? text
    : text.replaceAll(INVISIBLE, '').replaceAll(/\s+/g, ' ').trim().normalize('NFD').replaceAll(/\p{M}/gu, '')
  ).toLowerCase();

/** Most of what is compared, in files of fifty thousand rows. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

const INVISIBLE = /[\u00AD\u200B\u2060\uFEFF\p{Bidi_Control}]/gu;
