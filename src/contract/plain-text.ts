/** Letter case and accents aside, as people search: 'Muçarela' → 'mucarela'. */
export const plainText = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
