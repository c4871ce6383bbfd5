import type { Kitchen } from '#app/samples/kitchen.ts';

export interface ReadyModel {
  readonly key: 'pizzaria' | 'confeitaria' | 'lanchonete';
  readonly name: string;
  /** What it sells, to choose by. */
  readonly sells: string;
  /** Each in a chunk of its own: only the one looked at is loaded. */
  readonly load: () => Promise<Kitchen>;
}

/** What an empty business can start from, instead of from nothing. */
export const MODELS: readonly ReadyModel[] = [
  {
    key: 'pizzaria',
    name: 'Pizzaria',
    sells: 'Pizzas no salão e na entrega',
    load: async () => (await import('./models/pizzaria.ts')).pizzaria,
  },
  {
    key: 'confeitaria',
    name: 'Confeitaria',
    sells: 'Bolos, doces e potes por encomenda',
    load: async () => (await import('./models/confeitaria.ts')).confeitaria,
  },
  {
    key: 'lanchonete',
    name: 'Lanchonete',
    sells: 'Lanches, porções e sucos',
    load: async () => (await import('./models/lanchonete.ts')).lanchonete,
  },
];
