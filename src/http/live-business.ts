import type { LiveEvents } from '#contract/live.ts';
import { accountStream, businessStream } from '#domain/streams.ts';
import type { Announcement, StreamChange } from '#read-model/position-waiter.ts';
import type { LiveSession } from '#queries/live-session.ts';
import { createEndingLines } from './ending-lines.ts';
import { createLiveLines, type LiveLine } from './live-lines.ts';
import { problems } from './problem.ts';
import { firstBusinessIdOf } from '#app/ids.ts';

interface SessionSubject {
  readonly userId: string;
  readonly businessId: string | null;
}

/**
 * The business of a session. One that was opened a moment ago exists already, although the read model may not have it
 * yet.
 */
export const businessOf = ({ businessId, userId }: SessionSubject): string => businessId ?? firstBusinessIdOf(userId);

/**
 * Notifies owners' browsers that their business has changed, once the read model has the change. An announcement with
 * names costs a look-up in memory for each name, however many browsers follow; one without costs one query for all
 * followers of this process, a few times a second at most.
 */
export interface LiveBusiness {
  /** Opens a stream for a session that has just proven its right. @throws Problem 503 when too many follow here */
  follow(session: FollowingSession): LiveLine;
  reached(announcement: Announcement): void;
  /** Ends all streams: browsers reconnect by themselves. */
  stop(): void;
}

export interface FollowingSession {
  readonly hash: Buffer;
  readonly userId: string;
  /** The business of the session; null before the first change opens one. */
  readonly businessId: string | null;
}

interface Options {
  readonly following: (sessionHash: Buffer) => Promise<LiveSession | null>;
  /** Called every second, so that a stream ends within a second of its session. */
  readonly sessionLives: (sessionHash: Buffer) => Promise<boolean>;
  readonly checkEveryMs?: number;
  readonly maxPerAccount?: number;
  readonly maxFollowers?: number;
}

interface Follower {
  readonly hash: Buffer;
  readonly userId: string;
  readonly line: LiveLine;
  readonly businessId: string;
  /** The last position that was sent; null before the first check, which always sends one. */
  lastSentPosition: string | null;
}

/**
 * The interval for noticing a session that lost its right or chose another business without an announcement, in
 * milliseconds.
 */
const CHECK_EVERY_MS = 20_000;
const CHECK_DELAY_MS = 250;
/** More tabs than a person uses at once. */
const MAX_PER_ACCOUNT = 10;
/** Some of a process's connections are reserved for requests other than streams. */
const MAX_FOLLOWERS = 700;
/** Delay before a stream that gave way to a newer tab reconnects, so that it does not displace the next one at once. */
const GIVE_WAY_MS = 60_000;

/** The followers, by the streams whose changes concern them: their account's and their business's. */
class Followers {
  readonly #all = new Set<Follower>();
  readonly #byStream = new Map<string, Set<Follower>>();

  get count(): number {
    return this.#all.size;
  }

  all(): readonly Follower[] {
    return [...this.#all];
  }

  has(follower: Follower): boolean {
    return this.#all.has(follower);
  }

  of(stream: string): readonly Follower[] {
    return [...(this.#byStream.get(stream) ?? [])];
  }

  add(follower: Follower): void {
    this.#all.add(follower);
    for (const stream of streamsOf(follower)) {
      const followers = this.#byStream.get(stream) ?? new Set();
      this.#byStream.set(stream, followers.add(follower));
    }
  }

  remove(follower: Follower): void {
    this.#all.delete(follower);
    for (const stream of streamsOf(follower)) {
      const followers = this.#byStream.get(stream);
      followers?.delete(follower);
      if (followers?.size === 0) this.#byStream.delete(stream);
    }
  }
}

const streamsOf = ({ userId, businessId }: Follower): readonly string[] => [
  accountStream(userId),
  businessStream(businessId),
];

export function createLiveBusiness(options: Options): LiveBusiness {
  const { following, sessionLives, maxPerAccount = MAX_PER_ACCOUNT, maxFollowers = MAX_FOLLOWERS } = options;
  const followers = new Followers();
  const ending = createEndingLines();
  const lines = createLiveLines([
    { everyMs: options.checkEveryMs ?? CHECK_EVERY_MS, run: () => void check(followers.all()) },
  ]);
  let checkTimer: NodeJS.Timeout | undefined;

  /** Compares each follower's last sent state with the current one; a failed check waits for the next one. */
  async function check(some: readonly Follower[]): Promise<void> {
    await Promise.all(
      some.map(async (follower) => {
        const now = await following(follower.hash).catch(() => undefined);
        if (now !== undefined && followers.has(follower)) compare(follower, now);
      }),
    );
  }

  function scheduleCheck(): void {
    checkTimer ??= setTimeout(() => {
      checkTimer = undefined;
      void check(followers.all());
    }, CHECK_DELAY_MS);
  }

  /** Ends the account's oldest stream at its limit; refuses at the process's limit. */
  function enforceLimits(userId: string): void {
    const own = followers.of(accountStream(userId));
    if (own.length >= maxPerAccount) own[0]?.line.end(GIVE_WAY_MS);
    else if (followers.count >= maxFollowers) throw problems.away();
  }

  return {
    follow(session) {
      const { hash, userId } = session;
      enforceLimits(userId);
      const line = lines.open(() => {
        followers.remove(follower);
        unwatch();
      });
      const follower: Follower = { hash, userId, line, businessId: businessOf(session), lastSentPosition: null };
      const unwatch = ending.watch(
        () => sessionLives(hash),
        () => endFollower(follower),
      );
      followers.add(follower);
      void check([follower]);
      return line;
    },
    reached({ changes }) {
      if (followers.count === 0) return;
      if (changes === null) return scheduleCheck();
      const streams = new Set(changes.map(({ stream }) => stream));
      for (const stream of streams) {
        if (stream.startsWith(accountStream(''))) void check(followers.of(stream));
        else {
          const own = changes.filter((change) => change.stream === stream);
          for (const follower of followers.of(stream)) sendPosition(follower, own);
        }
      }
    },
    stop() {
      clearTimeout(checkTimer);
      lines.stop();
    },
  };
}

function sendTo<Event extends keyof LiveEvents>({ line }: Follower, event: Event, data: LiveEvents[Event]): void {
  line.say(event, data);
}

function endFollower(follower: Follower): void {
  sendTo(follower, 'over', {});
  follower.line.end();
}

function compare(follower: Follower, now: LiveSession | null): void {
  if (now === null || !now.hasAccess) return endFollower(follower);
  if (businessOf(now) !== follower.businessId) return endFollower(follower);
  const position = now.position ?? '';
  if (follower.lastSentPosition !== null && position <= follower.lastSentPosition) return;
  follower.lastSentPosition = position;
  sendTo(follower, 'at', { position });
}

function sendPosition(follower: Follower, changes: readonly StreamChange[]): void {
  const { lastSentPosition } = follower;
  const positions = changes
    .map(({ position }) => position)
    .filter((position) => lastSentPosition === null || position > lastSentPosition);
  const last = positions.at(-1);
  if (last === undefined) return;
  if (lastSentPosition !== null) follower.lastSentPosition = last;
  sendTo(follower, 'changed', { positions });
}
