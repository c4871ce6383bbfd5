import * as v from 'valibot';
import type { RememberedName, MemoryEntries } from '#domain/import-memory/import-memory.ts';
import { keptValue } from '#web/stores/kept-text.ts';
import { PERSONAL_PREFIX } from '#web/stores/local-markers.ts';
import { headingsKey } from './headings-key.ts';

const KEY = `${PERSONAL_PREFIX}sales-report`;
const SHAPE = 1;

const Names = v.record(v.string(), v.nullable(v.string()));
const Kept = v.object({
  layouts: v.record(
    v.string(),
    v.object({ columns: v.record(v.string(), v.nullable(v.number())), channelId: v.nullable(v.string()) }),
  ),
  /** By plain name: an id, or null for what is left out. */
  products: Names,
  channels: Names,
});

/** What reports taught before the business remembered it, and how to forget it here once it is taken over. */
export async function keptInBrowser(
  storage: () => Storage,
): Promise<{ readonly taught: MemoryEntries; readonly forget: () => void }> {
  try {
    const place = storage();
    const kept = v.safeParse(Kept, keptValue(SHAPE, place.getItem(KEY)));
    const forget = (): void => place.removeItem(KEY);
    if (!kept.success) return { taught: { layouts: [], names: [] }, forget };
    const { layouts, products, channels } = kept.output;
    const keyed = await Promise.all(
      // The key was the plain headings with a bar between them.
      Object.entries(layouts).map(async ([plain, layout]) => {
        const key = await headingsKey(plain.split('|'));
        return key === undefined ? [] : [{ key, ...layout, answers: {} }];
      }),
    );
    return {
      taught: { layouts: keyed.flat(), names: [...namesOf('dish', products), ...namesOf('channel', channels)] },
      forget,
    };
  } catch {
    return { taught: { layouts: [], names: [] }, forget: () => undefined };
  }
}

const namesOf = (kind: RememberedName['kind'], ids: v.InferOutput<typeof Names>): readonly RememberedName[] =>
  Object.entries(ids).map(([text, id]) => ({ kind, text, id }));
