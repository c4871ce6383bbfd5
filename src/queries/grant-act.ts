import type { RecordedEvent } from '#domain/event.ts';
import { isGrantEventType } from '#domain/grant/grant.ts';
import type { AuditNames } from './audit-names.ts';

/** Something an administrator did: when (ISO), who (by name), and why if they said so. */
export interface GrantAct {
  readonly at: string;
  readonly by: string;
  readonly reason: string | null;
}

/** Reasons are told of grants only: those of other events are words of the program. */
export function grantAct(event: RecordedEvent | undefined, names: Pick<AuditNames, 'who'>): GrantAct | null {
  if (!event) return null;
  const reason = event.data?.['reason'];
  const isTheirs = isGrantEventType(event.type) && typeof reason === 'string';
  return { at: event.meta.at, by: names.who(event.meta.actor), reason: isTheirs ? reason : null };
}

export async function eventsIn(stream: AsyncIterable<RecordedEvent>): Promise<readonly RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
}
