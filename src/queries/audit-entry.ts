import { erasedSentence, sentenceOf } from '#contract/event-sentences.ts';
import { type AnyEvent, streamKindOf } from '#domain/any-event.ts';
import type { EventMeta } from '#domain/event.ts';
import type { AuditNames } from './audit-names.ts';
import type { AuditRow } from './audit-rows.ts';

/** An entry of the audit log in readable form. */
export interface AuditEntry {
  readonly number: string;
  readonly at: string;
  readonly type: string;
  readonly kind: string;
  readonly stream: string;
  readonly actor: { readonly kind: string; readonly id: string; readonly name: string };
  readonly sentence: string;
  readonly erased: boolean;
}

export function auditEntry(row: AuditRow, names: AuditNames): AuditEntry {
  const { actor } = JSON.parse(row.meta) as EventMeta;
  const actorName = names.who(actor);
  return {
    number: String(row.number),
    at: row.at.toISOString(),
    type: row.type,
    kind: row.kind,
    stream: row.stream,
    actor: { ...actor, name: actorName },
    sentence: sentenceIn(row, { ...names, actorName }),
    erased: row.data === null,
  };
}

function sentenceIn(
  row: AuditRow,
  names: { readonly actorName: string; readonly nameOf: (id: string) => string },
): string {
  if (row.data === null) return erasedSentence(names);
  if (streamKindOf(row.type) === undefined) return `${names.actorName}: ${row.type}.`;
  // The log holds results of decisions, so type and content match; an older shape may lack a field.
  const event = { type: row.type, data: JSON.parse(row.data) as unknown } as AnyEvent;
  return sentenceOf(event, names);
}
