import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAnchorFile } from '#projections/audit/anchors.ts';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'prumo-anchors-'));
afterAll(() => rmSync(folder, { recursive: true }));

const anchor = (number: bigint) => ({ at: '2026-03-04T13:00:00.000Z', number, hash: 'a'.repeat(64) });

test('what was written down is there again, of this trail only', async () => {
  const path = join(folder, 'deeper', 'anchors.txt');
  const [ours, theirs] = [createAnchorFile(path, 'log-1'), createAnchorFile(path, 'log-2')];
  expect(await ours.all()).toEqual([]);
  await ours.add(anchor(7n));
  await theirs.add(anchor(3n));
  await ours.add(anchor(9n));
  expect(await ours.all()).toEqual([anchor(7n), anchor(9n)]);
});
