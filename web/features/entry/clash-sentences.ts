/** A field with one value saved and another one typed, both in words. */
export interface Difference {
  readonly key: string;
  readonly label: string;
  readonly saved: string;
  readonly typed: string;
}

/** 'Isto mudou enquanto você editava: agora é R$ 40,00. Você digitou R$ 42,00.' */
export function clashSentence(clashes: readonly Difference[]): string {
  const [first] = clashes;
  if (first && clashes.length === 1)
    return `Isto mudou enquanto você editava: agora é ${first.saved}. Você digitou ${first.typed}.`;
  const each = clashes.map(({ label, saved, typed }) => `${label}: agora é ${saved}, você digitou ${typed}.`);
  return `Isto mudou enquanto você editava. ${each.join(' ')}`;
}

/** The same while nobody has to decide yet. */
export function newsSentence(news: readonly Difference[]): string {
  const [first] = news;
  const what =
    first && news.length === 1
      ? `o valor salvo agora é ${first.saved}`
      : `agora está salvo ${news.map(({ label, saved }) => `${label.toLowerCase()} ${saved}`).join(', ')}`;
  return `Mudou enquanto você edita: ${what}. O que você digitou continua aqui.`;
}
