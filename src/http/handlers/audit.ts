import type { AdminRecord } from '#app/admin/admin-record.ts';
import type { AdminQueries } from '#queries/admin-queries.ts';
import type { AuditSearch, AuditPage } from '#queries/audit-search.ts';
import { AUDIT_ENTRIES_PER_PAGE } from '#contract/admin.ts';
import { dayAfter, startOfDay } from '#contract/instants.ts';
import type { Queries } from '#queries/queries.ts';
import type { Context } from 'koa';
import { type Administrators, adminContext } from '../administrators.ts';
import type { Handlers } from '../mount.ts';
import { problems } from '../problem.ts';
import { sendSseStream } from '../sse-streams.ts';
import type { LiveAudit } from '../live-audit.ts';
import { startStream } from '../streamed-responses.ts';
import { BYTE_ORDER_MARK, csvLine } from '#contract/csv.ts';
import type { AuditEntry } from '#queries/audit-entry.ts';

const CSV_PAGE_SIZE = 1_000;
const CSV_HEADER = ['Número', 'Data', 'Hora', 'Quem', 'O que aconteceu', 'Evento', 'Fluxo'];

const DATE = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeZone: 'America/Sao_Paulo' });
const TIME = new Intl.DateTimeFormat('pt-BR', { timeStyle: 'medium', timeZone: 'America/Sao_Paulo' });

/** The audit log as a spreadsheet, newest first, page by page: the memory does not depend on the number of lines. */
async function* auditCsv(
  read: (before: bigint | undefined, limit: number) => Promise<AuditPage>,
): AsyncGenerator<string> {
  let { entries, next } = await read(undefined, CSV_PAGE_SIZE);
  // The heading is sent with the first lines: if those cannot be read, there must be no file that looks empty.
  yield BYTE_ORDER_MARK + csvLine(CSV_HEADER) + entries.map(csvLineOf).join('');
  while (next !== null) {
    ({ entries, next } = await read(BigInt(next), CSV_PAGE_SIZE));
    if (entries.length > 0) yield entries.map(csvLineOf).join('');
  }
}

function csvLineOf({ number, at, actor, sentence, type, stream }: AuditEntry): string {
  const instant = new Date(at);
  return csvLine([number, DATE.format(instant), TIME.format(instant), actor.name, sentence, type, stream]);
}

export interface AuditHandlerPorts {
  readonly adminQueries: AdminQueries;
  readonly adminRecord: AdminRecord;
  readonly liveAudit: LiveAudit;
  readonly administrators: Pick<Administrators, 'hasAdminEmail' | 'hasPassword'>;
  readonly queries: Pick<Queries, 'visitor'>;
  readonly sessionHash: (ctx: Context) => Buffer | null;
}

type AuditHandlers = Pick<Handlers, 'auditTrail' | 'auditEntry' | 'auditState' | 'auditCsv' | 'auditLive'>;

/** Handlers for reading the audit log. Reading it is recorded in it, too. */
export function auditHandlers(ports: AuditHandlerPorts): AuditHandlers {
  const { adminQueries, adminRecord, liveAudit, administrators, queries, sessionHash } = ports;
  return {
    async auditTrail({ query: { before, after, ...search }, visitor, requestId }) {
      const filter = searchOf(search);
      // Following is not recorded again: the live page reads new entries whenever there are some.
      if (before === undefined && after === undefined)
        await adminRecord.append(
          { type: 'PersonalDataRead', data: { what: 'audit', userId: filter.person ?? null } },
          adminContext(visitor, requestId),
        );
      const page = { before: entryNumber(before), after: entryNumber(after), limit: AUDIT_ENTRIES_PER_PAGE };
      const { entries, next, searchedUntil } = await adminQueries.audit(filter, page);
      return { body: { entries: [...entries], next, searched_until: searchedUntil?.toISOString() ?? null } };
    },

    async auditEntry({ params: { number } }) {
      const detail = await adminQueries.findAuditDetail(BigInt(number));
      if (!detail) throw problems.notFound();
      return { body: detail };
    },

    async auditState() {
      const {
        entryCount,
        headHash,
        anchoredAt,
        anchoredEntryCount,
        verifiedAt,
        problemCount: knownProblems,
      } = await adminQueries.auditState();
      return {
        body: {
          entries: entryCount,
          head_hash: headHash,
          anchored_at: anchoredAt,
          anchored_entries: anchoredEntryCount,
          verified_at: verifiedAt?.toISOString() ?? null,
          problems: knownProblems,
        },
      };
    },

    async auditCsv({ query, visitor, requestId, ctx }) {
      const filter = searchOf(query);
      await adminRecord.append(
        { type: 'PersonalDataRead', data: { what: 'audit_export', userId: filter.person ?? null } },
        adminContext(visitor, requestId),
      );
      const file = await startStream(auditCsv((before, limit) => adminQueries.audit(filter, { before, limit })));
      ctx.type = 'text/csv; charset=utf-8';
      ctx.set('Content-Disposition', 'attachment; filename="prumo-auditoria.csv"');
      ctx.body = file;
      return { body: undefined };
    },

    async auditLive({ ctx }) {
      const hash = sessionHash(ctx);
      if (hash === null) throw problems.notSignedIn();
      const mayFollow = async (): Promise<boolean> => {
        const visitor = await queries.visitor(hash);
        return visitor !== null && administrators.hasAdminEmail(visitor) && administrators.hasPassword(visitor);
      };
      sendSseStream(ctx, liveAudit.follow(mayFollow));
      return { body: undefined };
    },
  };
}

interface AuditQuery extends Omit<AuditSearch, 'from' | 'until'> {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Dates are whole days in São Paulo. */
const searchOf = ({ from, to, ...rest }: AuditQuery): AuditSearch => ({
  ...rest,
  from: from === undefined ? undefined : new Date(startOfDay(from)),
  until: to === undefined ? undefined : new Date(startOfDay(dayAfter(to, 1))),
});

const entryNumber = (cursor: string | undefined): bigint | undefined =>
  cursor === undefined ? undefined : BigInt(cursor);
