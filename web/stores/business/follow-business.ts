import { liveRoutes } from '#contract/routes/owner.ts';
import type { LiveEvents } from '#contract/owner.ts';
import { followLive, type LiveOptions } from '#web/api/follow-live.ts';
import type { BusinessReader } from './business-reader.ts';

/**
 * Keeps the business on screen synchronised with the server.
 * @param onOver called when this session can no longer follow it
 * @returns a function that stops it
 */
export function followBusiness(
  reader: Pick<BusinessReader, 'onChanged' | 'onReconnected'>,
  { onOver, ...streamOptions }: { readonly onOver: () => void } & Pick<LiveOptions, 'page' | 'connect'>,
): () => void {
  return followLive({
    address: liveRoutes.live.path,
    // The keys are event names of the live stream: `at` tells its position, `over` its end.
    handlers: {
      at({ position }: LiveEvents['at']) {
        reader.onReconnected();
        void reader.onChanged((tracker) => tracker.includesPosition(position));
      },
      changed({ positions }: LiveEvents['changed']) {
        void reader.onChanged((tracker) => tracker.includesCommandsAt(positions));
      },
      over: onOver,
    },
    ...streamOptions,
  });
}
