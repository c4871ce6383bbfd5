import { reaction } from 'mobx';
import type { BusinessStore } from '#web/stores/business-store.ts';
import type { LocalMarkers } from '#web/stores/local-markers.ts';
import { pageBuild, SNAPSHOT_ADDRESS } from '#web/stores/snapshot.ts';

/** Milliseconds after the last change: serialising the page must not delay what its owner is doing. */
const PAUSE_MS = 1_000;
/** Parsing more would delay the very paint that the snapshot brings forward. */
const MAX_LENGTH = 100_000;

interface SnapshotOptions {
  readonly business: Pick<BusinessStore, 'confirmed' | 'currentMix'>;
  readonly userId: string;
  readonly markers: Pick<LocalMarkers, 'saveSnapshot' | 'forgetSnapshot'>;
  readonly page?: Document;
}

/**
 * Saves the dashboard as it is displayed, for the first paint of the next visit: web/show-snapshot.ts. A snapshot from
 * before the last change is deleted at once.
 * @returns stops it
 */
export function keepSnapshot({ business, userId, markers, page = document }: SnapshotOptions): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  function saveLater(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const html = snapshotOf(page);
      if (html !== undefined) markers.saveSnapshot({ userId, build: pageBuild(page), html });
    }, PAUSE_MS);
  }
  const stops = [
    reaction(
      () => business.confirmed,
      () => markers.forgetSnapshot(),
    ),
    reaction(() => [business.confirmed, business.currentMix], saveLater),
  ];
  saveLater();
  return () => {
    for (const stop of stops) stop();
    clearTimeout(timer);
  };
}

/**
 * The displayed dashboard as HTML; undefined on other screens. Left out is what the first viewport does not need, and
 * what a page may not contain twice or its policy forbids: ids and inline styles.
 */
function snapshotOf(page: Document): string | undefined {
  const { pathname, search } = page.location;
  if (pathname + search !== SNAPSHOT_ADDRESS || page.querySelector('#root li button strong') === null) return undefined;
  const root = page.querySelector('#root')?.cloneNode(true) as Element;
  for (const element of root.querySelectorAll('[data-below-fold], [data-below-fold] ~ *, [role="status"], dialog'))
    element.remove();
  for (const element of root.querySelectorAll('[id], [style]')) {
    element.removeAttribute('id');
    element.removeAttribute('style');
  }
  return root.innerHTML.length > MAX_LENGTH ? undefined : root.innerHTML;
}
