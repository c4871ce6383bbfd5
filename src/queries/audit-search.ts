import { toSearchText } from '#domain/text.ts';
import type { Pool } from 'pg';
import { type AuditEntry, auditEntry } from './audit-entry.ts';
import { auditNames } from './audit-names.ts';
import { type AuditFilter, type AuditRow, auditRows } from './audit-rows.ts';

export interface AuditSearch extends AuditFilter {
  /** Words that the sentence must contain, in any order, without letter case and accents. */
  readonly text?: string | undefined;
}

export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  /** The `before` of the next page; null without older entries. */
  readonly next: string | null;
  /** The time back to which a search by text has looked. */
  readonly searchedUntil: Date | null;
}

/** The number of entries that one search by text reads: sentences are not stored, so they have to be composed. */
const MAX_ROWS_SEARCHED = 5_000;
const BATCH_SIZE = 1_000;

/** A page of the audit log, newest first. */
export async function searchAudit(
  pool: Pool,
  { text, ...filter }: AuditSearch,
  page: { readonly before?: bigint | undefined; readonly after?: bigint | undefined; readonly limit: number },
): Promise<AuditPage> {
  const words = wordsOf(text ?? '');
  if (words.length > 0) return searchByText(pool, filter, { ...page, words });
  const rows = await auditRows(pool, filter, { ...page, limit: page.limit + 1 });
  const shown = rows.slice(0, page.limit);
  const more = rows.length > page.limit;
  return {
    entries: await toEntries(pool, shown),
    next: more ? String(shown.at(-1)?.number) : null,
    searchedUntil: null,
  };
}

async function searchByText(
  pool: Pool,
  filter: AuditFilter,
  {
    words,
    limit,
    after,
    ...page
  }: {
    readonly words: readonly string[];
    readonly before?: bigint | undefined;
    readonly after?: bigint | undefined;
    readonly limit: number;
  },
): Promise<AuditPage> {
  const matches: AuditEntry[] = [];
  let { before } = page;
  let last: AuditRow | undefined;
  for (let rowsRead = 0; rowsRead < MAX_ROWS_SEARCHED; rowsRead += BATCH_SIZE) {
    const rows = await auditRows(pool, filter, { before, after, limit: BATCH_SIZE });
    const entries = await toEntries(pool, rows);
    for (const [index, entry] of entries.entries()) {
      if (!hasWords(entry.sentence, words)) continue;
      matches.push(entry);
      if (matches.length === limit)
        return { entries: matches, next: entry.number, searchedUntil: rows[index]?.at ?? null };
    }
    last = rows.at(-1) ?? last;
    if (rows.length < BATCH_SIZE) return { entries: matches, next: null, searchedUntil: null };
    before = last?.number;
  }
  return { entries: matches, next: last ? String(last.number) : null, searchedUntil: last?.at ?? null };
}

async function toEntries(pool: Pool, rows: readonly AuditRow[]): Promise<readonly AuditEntry[]> {
  const names = await auditNames(pool, rows);
  return rows.map((row) => auditEntry(row, names));
}

/** The words of a search text without accents: '"Muçarela" 38,90' → ['mucarela', '38,90']. */
const wordsOf = (text: string): readonly string[] =>
  toSearchText(text)
    .split(/[\s“”"]+/)
    .filter((word) => word !== '');

function hasWords(sentence: string, words: readonly string[]): boolean {
  const held = toSearchText(sentence);
  return words.every((word) => held.includes(word));
}
