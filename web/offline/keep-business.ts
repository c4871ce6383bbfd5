import { reaction } from 'mobx';
import type { BusinessStore } from '#web/stores/business-store.ts';
import type { SessionStore } from '#web/stores/session-store.ts';
import type { BusinessKeeper, KeptBusiness } from '#web/stores/kept-business.ts';

type Whole = Omit<KeptBusiness, 'at'>;

const isSame = (a: Whole | null, b: Whole | null): boolean =>
  a?.business === b?.business && a?.user === b?.user && a?.mix === b?.mix;

/** Changes come in bursts; one writing for all of them is enough. */
const PAUSE_MS = 500;

/**
 * Keeps what the server has confirmed of the business, as long as this runs and somebody with access looks at it.
 * @returns the end of it
 */
export function keepBusiness(
  business: Pick<BusinessStore, 'confirmed' | 'isWhole' | 'currentMix'>,
  session: Pick<SessionStore, 'user'>,
  keeper: Pick<BusinessKeeper, 'write'>,
): () => void {
  return reaction(
    () =>
      business.isWhole && session.user?.access_granted
        ? { user: session.user, business: business.confirmed, mix: business.currentMix }
        : null,
    (whole) => {
      // Nobody administrates without a connection.
      if (whole) void keeper.write({ ...whole, user: { ...whole.user, is_admin: false } });
    },
    { delay: PAUSE_MS, fireImmediately: true, equals: isSame },
  );
}

/**
 * Lets the dashboard be looked at without a connection from now on. Only for who has a business here, and when the page
 * has nothing more urgent to do: the files of a whole build come with it.
 */
export async function registerWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  if (document.readyState !== 'complete') await new Promise((resolve) => window.addEventListener('load', resolve));
  // A browser that refuses (private windows do) shows everything but this.
  await navigator.serviceWorker.register('/sw.js').catch(() => undefined);
}
