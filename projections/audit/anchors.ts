import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** What the trail's head was at some instant, written down outside the database. */
export interface Anchor {
  /** ISO instant. */
  readonly at: string;
  readonly number: bigint;
  /** Hex. */
  readonly hash: string;
}

/** The anchors of one trail, in a file with a line each, only ever added to. Keep a copy of it where nobody who runs the database can write. */
export interface Anchors {
  add(anchor: Anchor): Promise<void>;
  /** Of this trail, oldest first. @throws when a line is not an anchor */
  all(): Promise<readonly Anchor[]>;
}

/** @param logId of the log that the trail follows: a file may have seen another database before */
export function createAnchorFile(path: string, logId: string): Anchors {
  return {
    async add({ at, number, hash }) {
      await mkdir(dirname(path), { recursive: true });
      await appendFile(path, `${at} ${number} ${hash} ${logId}\n`, { mode: 0o600 });
    },
    async all() {
      const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return '';
        throw error;
      });
      return text
        .split('\n')
        .filter((line) => line !== '')
        .map(anchorFrom)
        .filter((anchor) => anchor.logId === logId)
        .map(({ at, number, hash }) => ({ at, number, hash }));
    },
  };
}

function anchorFrom(line: string): Anchor & { readonly logId: string } {
  const [, at, number, hash, logId] = /^(\S+) (\d+) ([0-9a-f]{64}) (\S+)$/.exec(line) ?? [];
  if (at === undefined || number === undefined || hash === undefined || logId === undefined)
    throw new Error(`the file of anchors has a line that is none: ${line.slice(0, 40)}`);
  return { at, number: BigInt(number), hash, logId };
}
