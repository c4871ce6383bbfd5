import { isPageWithoutSession } from '#web/api/page.ts';
import { DIRECT_PAYMENT, readStored, SIGNED_IN_BEFORE, SNAPSHOT } from './local-markers.ts';

/** The dashboard as it was last displayed in this browser. */
export interface Snapshot {
  readonly userId: string;
  /** The first script of the page; the classes of another build have other names. */
  readonly build: string;
  readonly html: string;
}

/** Path and query of the only address of which there is a snapshot. */
export const SNAPSHOT_ADDRESS = '/dashboard';

/** The address of the page's first script, which differs between builds. */
export const pageBuild = (page: Document): string =>
  page.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? '';

/** The HTML to display while this page is loading; undefined unless its owner was signed in here and still may be. */
export function readSnapshot(page: Document): string | undefined {
  const { pathname, search } = page.location;
  if (pathname + search !== SNAPSHOT_ADDRESS || isPageWithoutSession(page)) return undefined;
  if (readStored(SIGNED_IN_BEFORE) !== 'true' || readStored(DIRECT_PAYMENT) === 'true') return undefined;
  const stored = readStored(SNAPSHOT);
  const snapshot = stored === null ? undefined : (JSON.parse(stored) as Snapshot);
  return snapshot?.build === pageBuild(page) ? snapshot.html : undefined;
}
