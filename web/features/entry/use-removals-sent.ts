import { useEffect } from 'react';
import type { BusinessStore } from '#web/stores/business-store.ts';

/** Leaving a tab ends the time for second thoughts about what was removed there. */
export function useRemovalsSent(business: BusinessStore): void {
  useEffect(() => () => business.sendRemovals(), [business]);
}
