import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { findChromium } from '#tests/support/chromium.ts';
import { encode } from './encode.ts';
import { Film } from './film.ts';
import { SCENES } from './scenes.ts';

/**
 * Makes the demonstration film of the first page: the demonstration business, handled in a browser, frame by frame.
 * `npm run film -- http://localhost:3000` beside a running product; wants ffmpeg (on Debian: apt install ffmpeg).
 */
const [origin = 'http://localhost:3000'] = process.argv.slice(2);
const PUBLIC = join(import.meta.dirname, '..', '..', 'web', 'public');
/** Together less than a page of photographs: it is loaded on a click, over a phone's line. */
const MAX_BYTES = 1_500_000;

execFileSync('ffmpeg', ['-version'], { stdio: 'ignore' });
const folder = mkdtempSync(join(tmpdir(), 'prumo-film-'));
const { executablePath, env } = findChromium();
const browser = await chromium.launch({
  executablePath,
  args: ['--headless', '--no-sandbox', '--font-render-hinting=none'],
  env: { ...(process.env as Record<string, string>), ...env },
});
try {
  const film = await Film.begin(browser, { origin, folder });
  for (const scene of SCENES) await scene(film);
  const files = encode(film.frames, { folder, to: join(PUBLIC, 'demonstracao') });
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  if (bytes > MAX_BYTES) throw new Error(`the film weighs ${bytes} bytes, more than ${MAX_BYTES}`);
  process.stdout.write(`${files.join('\n')}\n${film.seconds.toFixed(1)} s, ${Math.round(bytes / 1_000)} kB together\n`);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}
