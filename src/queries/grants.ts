import type { Account, AccountEvent } from '#domain/account/account.ts';
import type { RecordedEvent } from '#domain/event.ts';
import { type GrantEvent, isGrantEventType } from '#domain/grant/grant.ts';
import { accountStream, grantStream } from '#domain/streams.ts';
import type { AuditNames } from './audit-names.ts';

/** An act of an administrator: time (ISO), name of the administrator, and reason if given. */
interface GrantAct {
  readonly at: string;
  readonly by: string;
  readonly reason: string | null;
}

/** Reasons are shown for grants only: those of other events are codes of the program. */
function grantAct(event: RecordedEvent | undefined, names: Pick<AuditNames, 'who'>): GrantAct | null {
  if (!event) return null;
  const reason = event.data?.['reason'];
  const isGrantReason = isGrantEventType(event.type) && typeof reason === 'string';
  return { at: event.meta.at, by: names.who(event.meta.actor), reason: isGrantReason ? reason : null };
}

async function eventsIn(stream: AsyncIterable<RecordedEvent>): Promise<readonly RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

/** Access given to one person without payment. */
export interface PersonGrant {
  readonly id: string;
  /** Tells whether it begins with the person's first sign-in. */
  readonly waiting: boolean;
  readonly revoked: boolean;
  readonly given: GrantAct | null;
  /** The act that ended it. */
  readonly ended: GrantAct | null;
}

interface GrantReads {
  readonly read: (stream: string) => AsyncIterable<RecordedEvent>;
  readonly namesIn: (events: readonly RecordedEvent[]) => Promise<Pick<AuditNames, 'who'>>;
}

interface PersonGrantReads extends GrantReads {
  /** Waiting grants to the person's verified e-mail. */
  readonly waiting: readonly string[];
}

/** Grants of one person's access and their ends, from the log itself, so that new ones appear immediately. */
export async function listPersonGrants(
  userId: string,
  { sources, revoked, paymentIds }: Pick<Account, 'sources' | 'revoked' | 'paymentIds'>,
  { read, waiting, namesIn }: PersonGrantReads,
): Promise<readonly PersonGrant[]> {
  const heldGrantIds = [...sources.values()].filter(({ kind }) => kind === 'grant').map(({ id }) => id);
  const revokedGrantIds = [...revoked].filter((id) => !paymentIds.has(id));
  const ids = [...heldGrantIds, ...waiting.filter((id) => !heldGrantIds.includes(id)), ...revokedGrantIds];
  if (ids.length === 0) return [];
  const [account = [], ...grants] = await Promise.all(
    [accountStream(userId), ...ids.map(grantStream)].map((stream) => eventsIn(read(stream))),
  );
  const names = await namesIn([...account, ...grants.flat()]);
  const actOf = (event: RecordedEvent | undefined): GrantAct | null => grantAct(event, names);
  return ids.map((id, index) => {
    const own = grants[index] ?? [];
    const ofAccount = account.filter((event) => isAbout(event, id));
    const last = (type: keyof typeof ACCOUNT_EVENT_TYPES): RecordedEvent | undefined =>
      own.findLast((event) => event.type === type) ??
      ofAccount.findLast((event) => event.type === ACCOUNT_EVENT_TYPES[type]);
    return {
      id,
      waiting: waiting.includes(id) && !heldGrantIds.includes(id),
      revoked: revokedGrantIds.includes(id),
      given: actOf(last('GrantGiven')),
      ended: revokedGrantIds.includes(id) ? actOf(last('GrantRevoked')) : null,
    };
  });
}

/** Grants without a stream of their own, such as those of sample people, are shown by the events of the account. */
const ACCOUNT_EVENT_TYPES = {
  GrantGiven: 'AccessSourceAdded',
  GrantRevoked: 'AccessSourceRemoved',
} as const satisfies Partial<Record<GrantEvent['type'], AccountEvent['type']>>;

/** Tells whether an event of an account adds or removes this source. */
function isAbout({ data }: RecordedEvent, sourceId: string): boolean {
  const source = data?.['source'];
  return typeof source === 'object' && source !== null && 'id' in source && source.id === sourceId;
}

/** The e-mail of a grant. */
interface GrantRecipient {
  readonly grantId: string;
  readonly email: string;
}

/** The vault's queries about grants. */
export interface GrantedEmailsPort {
  /** The ids of waiting grants to an e-mail. */
  findWaiting(email: string): Promise<readonly string[]>;
  /** Waiting grants to all e-mails, newest first. */
  list(limit: number): Promise<readonly GrantRecipient[]>;
}

/** Access given to an e-mail that no person has verified yet. */
export interface ListedGrant {
  readonly id: string;
  readonly email: string;
  /** The act of granting; null where the log has no event of it, because granting was interrupted. */
  readonly given: GrantAct | null;
}

/** The administrator, time and reason of each grant, from the log itself. */
export async function waitingGrants(
  waiting: readonly GrantRecipient[],
  { read, namesIn }: GrantReads,
): Promise<readonly ListedGrant[]> {
  const streams = await Promise.all(waiting.map(({ grantId }) => eventsIn(read(grantStream(grantId)))));
  const givings = streams.map((events) => events.find(({ type }) => type === 'GrantGiven'));
  const names = await namesIn(givings.filter((event) => event !== undefined));
  return waiting.map(({ grantId: id, email }, place) => ({ id, email, given: grantAct(givings[place], names) }));
}
