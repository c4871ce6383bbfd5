import { reaction } from 'mobx';
import type { BusinessStore } from '#web/stores/business-store.ts';
import type { LocalMarkers } from '#web/stores/local-markers.ts';
import { pageBuild, SNAPSHOT_ADDRESS, toSnapshotNode } from '#web/stores/snapshot.ts';

/** Milliseconds after the last change: serialising the page must not delay what its owner is doing. */
const PAUSE_MS = 1_000;
/** Parts of the dashboard that the first viewport does not need. */
const LEFT_OUT = '[data-below-fold], [data-below-fold] ~ *, [role="status"], dialog';

interface SnapshotOptions {
  readonly business: Pick<BusinessStore, 'confirmed' | 'currentMix'>;
  readonly userId: string;
  readonly markers: Pick<LocalMarkers, 'saveSnapshot' | 'forgetSnapshot'>;
  readonly page?: Document;
}

/**
 * Saves the dashboard as it is displayed, for the first paint of the next visit: web/show-snapshot.ts. A snapshot from
 * before the last change is deleted at once.
 * @returns a function that stops it
 */
export function keepSnapshot({ business, userId, markers, page = document }: SnapshotOptions): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  function saveLater(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const root = displayedDashboard(page);
      const content = root && toSnapshotNode(root, LEFT_OUT);
      if (content) markers.saveSnapshot({ userId, build: pageBuild(page), content });
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

/** The root of the app while it displays the dashboard with its figures; undefined on other screens. */
function displayedDashboard(page: Document): Element | undefined {
  const { pathname, search } = page.location;
  const root = page.querySelector('#root');
  if (pathname + search !== SNAPSHOT_ADDRESS || !root?.querySelector('li button strong')) return undefined;
  return root;
}
