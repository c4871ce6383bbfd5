import type { RecordedEvent } from '#domain/event.ts';
import { logIdOf, type Position } from '#eventstore/port.ts';
import type { Announcement, StreamChange } from '#read-model/position-waiter.ts';
import { projectedRef } from '../read/stream-state.ts';

/** A PostgreSQL notification holds less than 8000 bytes; a change takes about 55. */
const MAX_NAMED_CHANGES = 120;
const MAX_PAYLOAD_BYTES = 7_800;
/** The number of digits of every position. */
const DIGITS = 20;

/**
 * The changed streams, or null when there are too many to name: then a batch is catching up, and reading again costs
 * less than a long notification.
 */
export function changesToAnnounce(events: readonly RecordedEvent[]): readonly StreamChange[] | null {
  if (events.length > MAX_NAMED_CHANGES) return null;
  const last = new Map<string, StreamChange>();
  for (const { stream, position, meta } of events) {
    const ref = projectedRef(stream);
    if (ref) last.set(`${stream} ${meta.changeId}`, { stream, position });
  }
  return [...last.values()];
}

/** `log:…042 business-1f…@41,account-3c…@42`: position and names, without the log and the zeros. */
export function announcementText({ position, changes }: Announcement): string {
  if (changes === null) return position;
  const text = `${position} ${changes.map((change) => `${change.stream}@${shortNumber(change.position)}`).join(',')}`;
  return text.length > MAX_PAYLOAD_BYTES ? position : text;
}

export function readAnnouncement(text: string): Announcement {
  const [position = '', names] = text.split(' ');
  if (names === undefined) return { position, changes: null };
  const logId = logIdOf(position);
  const changes = names.split(',').flatMap((name) => {
    const [stream = '', number] = name.split('@');
    return number === undefined ? [] : [{ stream, position: `${logId}:${number.padStart(DIGITS, '0')}` }];
  });
  return { position, changes };
}

const shortNumber = (position: Position): string => position.slice(-DIGITS).replace(/^0+(?=\d)/, '');
