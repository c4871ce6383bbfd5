import type { LiveEvents } from '#contract/owner.ts';
import { accountStream, businessStream } from '#domain/streams.ts';
import type { Announcement, StreamChange } from '#read-model/position-waiter.ts';
import type { LiveSession } from '#queries/live-session.ts';
import { createSseWatch } from './sse-watch.ts';
import { createSseStreams, type SseStream, sendSseStream } from './sse-streams.ts';
import { problems } from './problem.ts';
import { firstBusinessIdOf } from '#app/ids.ts';
import type { Context } from 'koa';
import type { Handlers } from './mount.ts';

interface SessionBusiness {
  readonly userId: string;
  readonly businessId: string | null;
}

/**
 * The id of the session's business. Before the read model knows one, it is the first business of the account, whose id
 * is computed.
 */
export const businessIdOf = ({ businessId, userId }: SessionBusiness): string =>
  businessId ?? firstBusinessIdOf(userId);

/**
 * Notifies owners' browsers that their business has changed, once the read model has the change. An announcement with
 * names costs a look-up in memory for each name, however many browsers follow; one without costs one query for all
 * followers of this process, a few times a second at most.
 */
export interface LiveBusiness {
  /** Opens a stream for a session that has just proven its right. @throws Problem 503 when too many follow here */
  follow(session: FollowingSession): SseStream;
  notifyFollowers(announcement: Announcement): void;
  /** Ends all streams: browsers reconnect by themselves. */
  stop(): void;
}

export interface FollowingSession {
  readonly hash: Buffer;
  readonly userId: string;
  /** The business of the session; null before the first change opens one. */
  readonly businessId: string | null;
}

interface LiveBusinessOptions {
  readonly findLiveSession: (sessionHash: Buffer) => Promise<LiveSession | null>;
  /** Tells whether the session still exists; checked often enough that a stream ends within a second of its session. */
  readonly isSessionAlive: (sessionHash: Buffer) => Promise<boolean>;
  readonly checkEveryMs?: number;
  readonly maxPerAccount?: number;
  readonly maxFollowers?: number;
}

interface Follower {
  readonly hash: Buffer;
  readonly userId: string;
  readonly sseStream: SseStream;
  readonly businessId: string;
  /** The last position that was sent; null before the first check, which always sends one. */
  lastSentPosition: string | null;
}

/**
 * The interval at which sessions are checked for a lost right or another business, where no announcement said so; in
 * milliseconds.
 */
const CHECK_EVERY_MS = 20_000;
const CHECK_DELAY_MS = 250;
/** The maximum number of streams of one account: more tabs than a person uses at once. */
const MAX_PER_ACCOUNT = 10;
/** The maximum number of streams of this process; the other connections are reserved for other requests. */
const MAX_FOLLOWERS = 700;
/**
 * The delay before a stream that a newer tab displaced reconnects, so that it does not displace the next one at once.
 */
const DISPLACED_RECONNECT_MS = 60_000;

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

  ofStream(stream: string): readonly Follower[] {
    return [...(this.#byStream.get(stream) ?? [])];
  }

  add(follower: Follower): void {
    this.#all.add(follower);
    for (const stream of eventStreamsOf(follower)) {
      const followers = this.#byStream.get(stream) ?? new Set();
      this.#byStream.set(stream, followers.add(follower));
    }
  }

  remove(follower: Follower): void {
    this.#all.delete(follower);
    for (const stream of eventStreamsOf(follower)) {
      const followers = this.#byStream.get(stream);
      followers?.delete(follower);
      if (followers?.size === 0) this.#byStream.delete(stream);
    }
  }
}

const eventStreamsOf = ({ userId, businessId }: Follower): readonly string[] => [
  accountStream(userId),
  businessStream(businessId),
];

export function createLiveBusiness(options: LiveBusinessOptions): LiveBusiness {
  const { findLiveSession, isSessionAlive, maxPerAccount = MAX_PER_ACCOUNT, maxFollowers = MAX_FOLLOWERS } = options;
  const followers = new Followers();
  const sseWatch = createSseWatch();
  const sseStreams = createSseStreams([
    { everyMs: options.checkEveryMs ?? CHECK_EVERY_MS, run: () => void check(followers.all()) },
  ]);
  let checkTimer: NodeJS.Timeout | undefined;

  /** Compares each follower's last sent state with the current one; a failed check waits for the next one. */
  async function check(checkedFollowers: readonly Follower[]): Promise<void> {
    await Promise.all(
      checkedFollowers.map(async (follower) => {
        const liveSession = await findLiveSession(follower.hash).catch(() => undefined);
        if (liveSession !== undefined && followers.has(follower)) updateFollower(follower, liveSession);
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
    const accountFollowers = followers.ofStream(accountStream(userId));
    if (accountFollowers.length >= maxPerAccount) accountFollowers[0]?.sseStream.end(DISPLACED_RECONNECT_MS);
    else if (followers.count >= maxFollowers) throw problems.unavailable();
  }

  return {
    follow(session) {
      const { hash, userId } = session;
      enforceLimits(userId);
      const sseStream = sseStreams.open(() => {
        followers.remove(follower);
        unwatch();
      });
      const follower: Follower = { hash, userId, sseStream, businessId: businessIdOf(session), lastSentPosition: null };
      const unwatch = sseWatch.watch(
        () => isSessionAlive(hash),
        () => endFollower(follower),
      );
      followers.add(follower);
      void check([follower]);
      return sseStream;
    },
    notifyFollowers({ changes }) {
      if (followers.count === 0) return;
      if (changes === null) return scheduleCheck();
      const changedStreams = new Set(changes.map(({ stream }) => stream));
      for (const stream of changedStreams) {
        if (stream.startsWith(accountStream(''))) void check(followers.ofStream(stream));
        else {
          const followerChanges = changes.filter((change) => change.stream === stream);
          for (const follower of followers.ofStream(stream)) sendChanges(follower, followerChanges);
        }
      }
    },
    stop() {
      clearTimeout(checkTimer);
      sseStreams.stop();
    },
  };
}

function sendTo<Event extends keyof LiveEvents>({ sseStream }: Follower, event: Event, data: LiveEvents[Event]): void {
  sseStream.send(event, data);
}

function endFollower(follower: Follower): void {
  sendTo(follower, 'over', {});
  follower.sseStream.end();
}

function updateFollower(follower: Follower, liveSession: LiveSession | null): void {
  if (liveSession === null || !liveSession.hasAccess) return endFollower(follower);
  if (businessIdOf(liveSession) !== follower.businessId) return endFollower(follower);
  const position = liveSession.position ?? '';
  if (follower.lastSentPosition !== null && position <= follower.lastSentPosition) return;
  follower.lastSentPosition = position;
  sendTo(follower, 'at', { position });
}

function sendChanges(follower: Follower, changes: readonly StreamChange[]): void {
  const { lastSentPosition } = follower;
  const positions = changes
    .map(({ position }) => position)
    .filter((position) => lastSentPosition === null || position > lastSentPosition);
  const last = positions.at(-1);
  if (last === undefined) return;
  if (lastSentPosition !== null) follower.lastSentPosition = last;
  sendTo(follower, 'changed', { positions });
}

interface LivePorts {
  readonly liveBusiness: LiveBusiness;
  readonly sessionHash: (ctx: Context) => Buffer | null;
}

/** The live stream of changes of the owner's business. */
export const liveHandlers = ({ liveBusiness, sessionHash }: LivePorts): Pick<Handlers, 'live'> => ({
  async live({ ctx, visitor }) {
    const hash = sessionHash(ctx);
    if (hash === null || visitor === null) throw problems.notSignedIn();
    sendSseStream(ctx, liveBusiness.follow({ hash, userId: visitor.userId, businessId: visitor.businessId }));
    return { body: undefined };
  },
});
