import { adminRoutes } from '#contract/routes/admin.ts';
import { followLive } from '#web/api/follow-live.ts';

/**
 * Calls `onGrown` whenever the trail has grown: with the number it goes up to, or without where nobody listened for a
 * while and it is not known what came meanwhile.
 * @returns the end of it
 */
export const followTrail = (onGrown: (upTo?: string) => void): (() => void) =>
  followLive({
    address: adminRoutes.auditLive.path,
    // Whose time is over learns it by asking.
    on: { grown: ({ number }: { readonly number: string }) => onGrown(number), over: () => onGrown() },
    onReturn: () => onGrown(),
  });
