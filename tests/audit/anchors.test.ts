import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAnchorFile, createAnchoring } from '#projections/audit/anchors.ts';
import type { AuditHead } from '#projections/audit/entries.ts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'prumo-anchors-'));
afterAll(() => rmSync(folder, { recursive: true }));

const anchor = (number: bigint) => ({ at: '2026-03-04T13:00:00.000Z', number, hash: 'a'.repeat(64) });

test('an anchor of the audit log is read back for that log only', async () => {
  const path = join(folder, 'deeper', 'anchors.txt');
  const [ours, theirs] = [createAnchorFile(path, 'log-1'), createAnchorFile(path, 'log-2')];
  expect(await ours.all()).toEqual([]);
  await ours.add(anchor(7n));
  await theirs.add(anchor(3n));
  await ours.add(anchor(9n));
  expect(await ours.all()).toEqual([anchor(7n), anchor(9n)]);
});

describe('head of the audit log', () => {
  const MINUTE = 60_000;
  const HOUR = 60 * MINUTE;
  const head = (number: bigint): AuditHead => ({
    number,
    position: null,
    hash: Buffer.alloc(32, Number(number)),
    orderedAt: '2026-03-04T13:00:00.000Z',
  });
  let now: number;
  let file: ReturnType<typeof createAnchorFile>;
  const anchoring = () => createAnchoring({ anchors: file, everyMs: HOUR, clock: () => new Date(now) });
  const anchored = async () => (await file.all()).map(({ number }) => Number(number));
  beforeEach(() => {
    now = Date.parse('2026-03-04T13:00:00.000Z');
    file = createAnchorFile(join(folder, `${Math.random()}.txt`), 'log-1');
  });

  test('is anchored as soon as it exists, then in every hour with new entries', async () => {
    const ours = anchoring();
    await ours.anchorWhenDue(null); // Another process appends this entry.
    await ours.anchorWhenDue(head(0n));
    expect(await anchored()).toEqual([]);
    await ours.anchorWhenDue(head(3n));
    expect(await file.all()).toEqual([{ at: '2026-03-04T13:00:00.000Z', number: 3n, hash: '03'.repeat(32) }]);
    now += HOUR - MINUTE;
    await ours.anchorWhenDue(head(5n));
    expect(await anchored()).toEqual([3]);
    now += MINUTE;
    await ours.anchorWhenDue(head(6n));
    expect(await anchored()).toEqual([3, 6]);
  });

  test('is anchored immediately after a quiet night, and not during it', async () => {
    const ours = anchoring();
    await ours.anchorWhenDue(head(3n));
    now += 12 * HOUR;
    await ours.anchorWhenDue(head(3n));
    expect(await anchored()).toEqual([3]);
    await ours.anchorWhenDue(head(4n));
    expect(await anchored()).toEqual([3, 4]);
  });

  test('is anchored by the process that takes the lead, unless it already is', async () => {
    await anchoring().anchorWhenDue(head(3n));
    await anchoring().anchorNow(head(3n));
    expect(await anchored()).toEqual([3]);
    await anchoring().anchorNow(head(4n));
    expect(await anchored()).toEqual([3, 4]);
  });

  test('is anchored once by two simultaneous processes, and again after a failure', async () => {
    const ours = anchoring();
    await Promise.all([ours.anchorNow(head(3n)), ours.anchorWhenDue(head(3n)), ours.anchorNow(head(3n))]);
    expect(await anchored()).toEqual([3]);
    const failing = { all: () => file.all(), add: () => Promise.reject(new Error('read-only file system')) };
    const theirs = createAnchoring({ anchors: failing, everyMs: HOUR, clock: () => new Date(now) });
    await expect(theirs.anchorNow(head(4n))).rejects.toThrow('read-only');
    await expect(theirs.anchorNow(head(4n))).rejects.toThrow('read-only');
  });
});
