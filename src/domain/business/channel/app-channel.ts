/** Apps and ways to sell whose costs are seldom paid at the counter, by what their costs are called. */
const APPS = [
  [/\bi\s*-?food\b/i, 'iFood'],
  [/\brappi\b/i, 'Rappi'],
  [/\b99\s*-?food\b/i, '99Food'],
  [/\baiq\s*-?fome\b/i, 'aiqfome'],
  [/\bdelivery\b/i, 'Delivery'],
  [/\bentregas?\b/i, 'Entrega'],
] as const;

/**
 * The channel that a cost of this name belongs to: 'Comissão do iFood' is paid on iFood. Undefined where its name says
 * nothing of a channel. None of the names has a space.
 */
export const appNamedIn = (name: string): string | undefined => APPS.find(([called]) => called.test(name))?.[1];
