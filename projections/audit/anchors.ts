import { appendFile, mkdir, open, readFile, rename, writeFile } from 'node:fs/promises';
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
  /**
   * After a backup has been restored: anchors of entries behind `number` would be missed for ever, so they go to a file
   * beside this one, which says what was lost. @returns how many
   */
  setAside(number: bigint): Promise<number>;
}

/** @param logId of the log that the trail follows: a file may have seen another database before */
export function createAnchorFile(path: string, logId: string): Anchors {
  /** Up to the last whole line: what a full disk or a power cut has left of another one never was an anchor. */
  async function whole(): Promise<string> {
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    return text.slice(0, text.lastIndexOf('\n') + 1);
  }

  const lines = async (): Promise<readonly string[]> => (await whole()).split('\n').filter((line) => line !== '');

  return {
    async add({ at, number, hash }) {
      await mkdir(dirname(path), { recursive: true });
      const kept = Buffer.byteLength(await whole());
      const file = await open(path, 'a', 0o600);
      try {
        if ((await file.stat()).size > kept) await file.truncate(kept);
        await file.appendFile(`${at} ${number} ${hash} ${logId}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
    },
    async all() {
      return (await lines())
        .map(anchorFrom)
        .filter((anchor) => anchor.logId === logId)
        .map(({ at, number, hash }) => ({ at, number, hash }));
    },
    async setAside(number) {
      const all = await lines();
      const isLost = (line: string): boolean => {
        const anchor = anchorFrom(line);
        return anchor.logId === logId && anchor.number > number;
      };
      const lost = all.filter(isLost);
      if (lost.length === 0) return 0;
      const asText = (kept: readonly string[]): string => kept.map((line) => `${line}\n`).join('');
      await appendFile(`${path}.lost-behind-${number}`, asText(lost), { mode: 0o600 });
      await writeFile(`${path}.new`, asText(all.filter((line) => !isLost(line))), { mode: 0o600 });
      await rename(`${path}.new`, path);
      return lost.length;
    },
  };
}

function anchorFrom(line: string): Anchor & { readonly logId: string } {
  const [, at, number, hash, logId] = /^(\S+) (\d+) ([0-9a-f]{64}) (\S+)$/.exec(line) ?? [];
  if (at === undefined || number === undefined || hash === undefined || logId === undefined)
    throw new Error(`the file of anchors has a line that is none: ${line.slice(0, 40)}`);
  return { at, number: BigInt(number), hash, logId };
}
