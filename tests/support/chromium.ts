import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A Chromium to start, with the additions to its environment. */
export interface Chromium {
  readonly executablePath: string;
  readonly env: Readonly<Record<string, string>>;
}

/** The browser visits only our own server on loopback, and the sandbox does not work as root and in many containers. */
export const CHROMIUM_FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The package unpacks into TMPDIR, and adds the libraries that a bare machine lacks only if it detects Lambda. */
const UNPACK = `await (await import('@sparticuz/chromium')).default.executablePath()`;
const AS_IN_LAMBDA = { AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' };

/** The machine's own fonts, or those of the package if there are none. */
const fontsConfiguration = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${join(folder, 'fonts')}</dir>
  <cachedir>${join(folder, 'font-cache')}</cachedir>
</fontconfig>
`;

function packageVersion(root: string): string {
  const main = createRequire(join(root, 'package.json')).resolve('@sparticuz/chromium');
  const manifest = readFileSync(join(dirname(main), '..', '..', 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

/** Unpacks once per installation: into a folder beside the final one, which it replaces when it is complete. */
function unpack(folder: string, root: string): void {
  const fresh = `${folder}.new-${process.pid}`;
  mkdirSync(fresh, { recursive: true });
  execFileSync(process.execPath, ['--input-type=module', '--eval', UNPACK], {
    cwd: root,
    env: { ...process.env, ...AS_IN_LAMBDA, TMPDIR: fresh },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  writeFileSync(join(fresh, 'fonts.conf'), fontsConfiguration(folder));
  if (existsSync(folder)) rmSync(fresh, { recursive: true });
  else renameSync(fresh, folder);
}

const DISTRIBUTIONS = '/usr/bin/chromium';

/**
 * Finds `CHROMIUM_PATH`, otherwise the browser of the package (Linux on x64), otherwise that of the distribution.
 * Installed browsers have another version on each machine and are complete browsers, with which the tests take half as
 * long again.
 * @param root the repository, for callers that run from elsewhere
 */
export function findChromium(root = ROOT): Chromium {
  const isPackaged = process.platform === 'linux' && process.arch === 'x64';
  const chosen = process.env['CHROMIUM_PATH'] ?? (isPackaged ? undefined : DISTRIBUTIONS);
  if (chosen !== undefined) return { executablePath: chosen, env: {} };
  const folder = join(root, 'node_modules', '.cache', 'prumo', `chromium-${packageVersion(root)}`);
  if (!existsSync(folder)) unpack(folder, root);
  const env = { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_FILE: join(folder, 'fonts.conf') };
  return { executablePath: join(folder, 'chromium'), env };
}
