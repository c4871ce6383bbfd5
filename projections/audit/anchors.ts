import { appendFile, mkdir, open, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { AuditHead } from './entries.ts';

/** The head of the audit log at one instant, written down outside the database. */
export interface Anchor {
  /** ISO instant. */
  readonly at: string;
  readonly number: bigint;
  /** SHA-256 of the entry, in hexadecimal. */
  readonly hash: string;
}

/**
 * The anchors of one audit log, in an append-only file with one line each. Keep a copy where nobody who runs the
 * database can write.
 */
interface Anchors {
  add(anchor: Anchor): Promise<void>;
  /** Reads all anchors of this audit log, oldest first. @throws when a line is not an anchor */
  all(): Promise<readonly Anchor[]>;
  /**
   * Moves anchors of entries after `number` to a file beside this one. Needed after a backup has been restored: the
   * entries are lost, and their anchors would be reported as missing for ever.
   * @returns the number of anchors moved
   */
  setAside(number: bigint): Promise<number>;
}

/**
 * @param logId identifies the event log that the audit log follows, because the file may hold anchors of an earlier
 * database
 */
export function createAnchorFile(path: string, logId: string): Anchors {
  /** Reads up to the last complete line: a partial line, left by a full disk or a power cut, never was an anchor. */
  async function readWhole(): Promise<string> {
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    return text.slice(0, text.lastIndexOf('\n') + 1);
  }

  const readLines = async (): Promise<readonly string[]> =>
    (await readWhole()).split('\n').filter((line) => line !== '');

  return {
    async add({ at, number, hash }) {
      await mkdir(dirname(path), { recursive: true });
      const completeLength = Buffer.byteLength(await readWhole());
      const file = await open(path, 'a', 0o600);
      try {
        if ((await file.stat()).size > completeLength) await file.truncate(completeLength);
        await file.appendFile(`${at} ${number} ${hash} ${logId}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
    },
    async all() {
      return (await readLines())
        .map(anchorFrom)
        .filter((anchor) => anchor.logId === logId)
        .map(({ at, number, hash }) => ({ at, number, hash }));
    },
    async setAside(number) {
      const all = await readLines();
      const isAfterNumber = (line: string): boolean => {
        const anchor = anchorFrom(line);
        return anchor.logId === logId && anchor.number > number;
      };
      const lostLines = all.filter(isAfterNumber);
      if (lostLines.length === 0) return 0;
      const toText = (keptLines: readonly string[]): string => keptLines.map((line) => `${line}\n`).join('');
      await appendFile(`${path}.lost-behind-${number}`, toText(lostLines), { mode: 0o600 });
      await writeFile(`${path}.new`, toText(all.filter((line) => !isAfterNumber(line))), { mode: 0o600 });
      await rename(`${path}.new`, path);
      return lostLines.length;
    },
  };
}

function anchorFrom(line: string): Anchor & { readonly logId: string } {
  const [, at, number, hash, logId] = /^(\S+) (\d+) ([0-9a-f]{64}) (\S+)$/.exec(line) ?? [];
  if (at === undefined || number === undefined || hash === undefined || logId === undefined)
    throw new Error(`the file of anchors has a line that is none: ${line.slice(0, 40)}`);
  return { at, number: BigInt(number), hash, logId };
}

/** Decides when the head of the audit log is copied outside the database: only when it has moved, and not too often. */
export interface Anchoring {
  /** Anchors the head if it has moved since the last anchor. */
  anchorNow(head: AuditHead | null): Promise<void>;
  /** Anchors the head like `anchorNow`, but only once the last anchor is `everyMs` old. */
  anchorWhenDue(head: AuditHead | null): Promise<void>;
}

interface Options {
  readonly anchors: Pick<Anchors, 'add' | 'all'>;
  /** Minimum age of the last anchor, in milliseconds, before a new head is anchored. */
  readonly everyMs: number;
  readonly clock: () => Date;
}

/** Creates the anchoring. Every call reads the anchor file first, because another process may have written to it. */
export function createAnchoring({ anchors, everyMs, clock }: Options): Anchoring {
  async function anchorIfDue(head: AuditHead | null, dueMs: number): Promise<void> {
    if (head === null || head.number === 0n) return;
    const last = (await anchors.all()).at(-1);
    if (last && (last.number >= head.number || clock().getTime() - Date.parse(last.at) < dueMs)) return;
    await anchors.add({ at: clock().toISOString(), number: head.number, hash: head.hash.toString('hex') });
  }
  let running: Promise<void> = Promise.resolve();
  /** Calls run one after the other: two at once would write the same line twice. */
  const runInTurn = (work: () => Promise<void>): Promise<void> => {
    const done = running.then(work);
    running = done.catch(() => undefined);
    return done;
  };
  return {
    anchorNow: (head) => runInTurn(() => anchorIfDue(head, 0)),
    anchorWhenDue: (head) => runInTurn(() => anchorIfDue(head, everyMs)),
  };
}
