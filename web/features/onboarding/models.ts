import type { SampleBusiness } from '#app/samples/sample-business.ts';

export interface ReadyModel {
  readonly key: 'pizzaria' | 'confeitaria' | 'lanchonete';
  readonly name: string;
  /** A description of what it sells, for choosing a model. */
  readonly sells: string;
  /** Each model is a chunk of its own, so that only the previewed one is loaded. */
  readonly load: () => Promise<SampleBusiness>;
}

/** The models that an empty business can start from. */
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
