import { type ChangeEvent, type EntityField, type FieldTypes, type FieldTable } from '#domain/business/field.ts';
import { byChangeType } from '#domain/business/field-events.ts';
import type { ByType } from '#domain/business/message.ts';
import { fromTo, quoted, renamePhrase } from './words.ts';

export interface SentenceNames {
  /** The name of the actor: 'Dona Marta', 'o sistema'. */
  readonly actorName: string;
  /** The name of another account in the sentence, by its id. */
  readonly nameOf: (userId: string) => string;
  /** The ingredient whose history the sentence is in. */
  readonly ingredientId?: string | undefined;
}

/** The phrase that follows the actor's name, for each event: 'mudou o preço de “Muçarela” …'. */
export type EventPhrases<Events extends { readonly type: string; readonly data: unknown }> = {
  readonly [Type in keyof ByType<Events>]: (
    data: ByType<Events>[Type]['data'],
    names: Omit<SentenceNames, 'actorName'>,
  ) => string;
};

type ChangePhrases<T extends FieldTypes<T>> = {
  // Each entry has the type of its event as key.
  readonly [Change in ChangeEvent<T> as Change['type']]: (data: Change['data']) => string;
};

/**
 * The phrases for the changes of a table's fields.
 * @param entityName the entity with its article: 'o custo fixo'
 * @param overrides replaces a default sentence that is not good enough
 */
export const changePhrases = <T extends FieldTypes<T>>(
  entityName: string,
  table: FieldTable<T>,
  overrides: Partial<ChangePhrases<T>> = {},
): ChangePhrases<T> => ({ ...defaultPhrases(entityName, table), ...overrides });

const defaultPhrases = <T extends FieldTypes<T>>(entityName: string, table: FieldTable<T>) =>
  byChangeType(
    table,
    <Key extends keyof T & string>(key: Key, { nameWithArticle, change, toSentenceText }: EntityField<T[Key]>) =>
      (data: T[Key]['event']['data']): string => {
        const [from, to] = [change.from(data), change.to(data)];
        if (key === 'name') return renamePhrase(entityName, { from: String(from), to: String(to) });
        return `mudou ${nameWithArticle} de ${quoted(change.entity(data))} ${fromTo({ from, to }, toSentenceText)}`;
      },
  ) as ChangePhrases<T>;
