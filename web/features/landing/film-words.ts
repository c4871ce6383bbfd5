/** What the product's own film says, scene by scene: it stands in its picture, and beside it for who does not see that. */
export const FILM_WORDS = [
  'O painel mostra quanto sobra de cada R$ 100 vendidos e quanto falta para empatar.',
  'O preço da muçarela subiu? Troque uma vez só, e veja na hora quais pratos sofrem.',
  'Cada prato tem sua ficha: ingredientes, perda na produção, taxas e o que sobra no fim.',
  'E o ponto de equilíbrio diz quanto vender no mês para não ficar no vermelho.',
] as const;
