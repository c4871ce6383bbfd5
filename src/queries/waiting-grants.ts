import type { RecordedEvent } from '#domain/event.ts';
import { grantStream } from '#domain/streams.ts';
import type { AuditNames } from './audit-names.ts';
import { eventsIn, type GrantAct, grantAct } from './person-grants.ts';

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

interface Ports {
  readonly read: (stream: string) => AsyncIterable<RecordedEvent>;
  readonly namesIn: (events: readonly RecordedEvent[]) => Promise<Pick<AuditNames, 'who'>>;
}

/** The administrator, time and reason of each grant, from the log itself. */
export async function waitingGrants(
  waiting: readonly GrantRecipient[],
  { read, namesIn }: Ports,
): Promise<readonly ListedGrant[]> {
  const streams = await Promise.all(waiting.map(({ grantId }) => eventsIn(read(grantStream(grantId)))));
  const givings = streams.map((events) => events.find(({ type }) => type === 'GrantGiven'));
  const names = await namesIn(givings.filter((event) => event !== undefined));
  return waiting.map(({ grantId: id, email }, place) => ({ id, email, given: grantAct(givings[place], names) }));
}
