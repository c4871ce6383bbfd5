import { BYTE_ORDER_MARK, csvLine } from '#contract/csv.ts';
import type { AuditEntry } from '#queries/audit-entry.ts';
import type { AuditPage } from '#queries/audit-search.ts';

const PAGE = 1_000;
const HEAD = ['Número', 'Data', 'Hora', 'Quem', 'O que aconteceu', 'Evento', 'Fluxo'];

const DATE = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeZone: 'America/Sao_Paulo' });
const TIME = new Intl.DateTimeFormat('pt-BR', { timeStyle: 'medium', timeZone: 'America/Sao_Paulo' });

/** The trail as a spreadsheet, newest first, page by page: as much memory for a million lines as for a thousand. */
export async function* auditCsv(
  read: (before: bigint | undefined, limit: number) => Promise<AuditPage>,
): AsyncGenerator<string> {
  let { entries, next } = await read(undefined, PAGE);
  // The head comes with the first lines: where those cannot be read there is no file that looks like an empty one.
  yield BYTE_ORDER_MARK + csvLine(HEAD) + entries.map(lineOf).join('');
  while (next !== null) {
    ({ entries, next } = await read(BigInt(next), PAGE));
    if (entries.length > 0) yield entries.map(lineOf).join('');
  }
}

function lineOf({ number, at, actor, sentence, type, stream }: AuditEntry): string {
  const instant = new Date(at);
  return csvLine([number, DATE.format(instant), TIME.format(instant), actor.name, sentence, type, stream]);
}
