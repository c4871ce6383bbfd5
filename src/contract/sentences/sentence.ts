import type { ByType } from '#domain/business/message.ts';

export interface SentenceNames {
  /** Whoever did it: 'Dona Marta', 'o sistema'. */
  readonly who: string;
  /** Another account in the sentence, by its id. */
  readonly nameOf: (userId: string) => string;
}

/** What follows the name of whoever did it, for each event: 'mudou o preço de “Muçarela” …'. */
export type Predicates<Events extends { readonly type: string; readonly data: unknown }> = {
  readonly [Type in keyof ByType<Events>]: (
    data: ByType<Events>[Type]['data'],
    names: Pick<SentenceNames, 'nameOf'>,
  ) => string;
};
