import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#postgres/free-port.ts';

const SOURCES = ['.dockerignore', '.npmrc', 'docker-compose.yml', 'package.json', 'package-lock.json', 'tsconfig.json'];
const FOLDERS = ['scripts', 'src', 'projections', 'web'];
const OWN = ['api', 'projector', 'reactor', 'migrate'];

/** @returns what it printed @throws with the end of what it printed where it failed */
export function run(program: string, args: readonly string[], cwd?: string): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (status === 0) return stdout.trim();
  const said = error?.message ?? `${stdout}${stderr}`.trim().slice(-1_500);
  throw new Error(`${program} ${args.slice(0, 8).join(' ')}: ${said}`);
}

/** A copy of this checkout as a Compose project of its own, beside any other one on this engine. */
export interface Stack {
  readonly origin: string;
  /** Anchors, the erasure list and backups go in and out through it. */
  readonly outside: string;
  readonly compose: (...args: readonly string[]) => string;
  /** An operator's command, in a container of its own. */
  readonly operate: (...args: readonly string[]) => string;
  remove(): void;
}

export async function createStack(): Promise<Stack> {
  const folder = mkdtempSync(join(tmpdir(), 'prumo-compose-'));
  const outside = mkdtempSync(join(tmpdir(), 'prumo-outside-'));
  run('chmod', ['777', outside]); // user 1000 of the containers writes there
  for (const name of [...SOURCES, ...FOLDERS]) cpSync(name, join(folder, name), { recursive: true });
  run('sh', ['scripts/docker/secrets.sh'], folder);
  const project = `prumo-test-${randomUUID().slice(0, 8)}`;
  const port = await freePort();
  const origin = `https://localhost:${port}`;
  writeFileSync(join(folder, '.env'), 'PUBLIC_HOST=localhost\n');
  // Development, for the people of the local sign-in; everything else as in production. One port on loopback only.
  const service = { image: project, environment: { NODE_ENV: 'development', PUBLIC_ORIGIN: origin } };
  const services = Object.fromEntries(OWN.map((name) => [name, service]));
  const proxy = `  proxy:\n    ports: !override ['127.0.0.1:${port}:443']\n`;
  const own = OWN.map((name) => `  ${name}: ${JSON.stringify(services[name])}\n`).join('');
  writeFileSync(join(folder, 'override.yml'), `services:\n${proxy}${own}`);
  const files = ['--file', 'docker-compose.yml', '--file', 'override.yml'];
  const compose = (...args: readonly string[]): string =>
    run('docker', ['compose', '--project-name', project, ...files, ...args], folder);
  const inMigrate = ['run', '--rm', '--no-deps', '--volume', `${outside}:/outside`, 'migrate'];
  return {
    origin,
    outside,
    compose,
    operate: (...args) => compose(...inMigrate, 'node', 'dist/server/operate.js', ...args),
    remove() {
      compose('down', '--volumes', '--remove-orphans', '--timeout', '5');
      spawnSync('docker', ['image', 'rm', '--force', project]);
      for (const each of [folder, outside]) rmSync(each, { recursive: true, force: true });
    },
  };
}

/** Why there is nothing to test on; undefined where an engine and Compose answer. */
export function missingEngine(): string | undefined {
  try {
    run('docker', ['version', '--format', '{{.Server.Version}}']);
    run('docker', ['compose', 'version', '--short']);
    return undefined;
  } catch (error) {
    return (error as Error).message.split('\n', 1)[0];
  }
}

/** Gives local images the names that the files use. */
export function tagBaseImages(): readonly string[] {
  const table = process.env['COMPOSE_IMAGES'];
  if (!table) return [];
  const images = Object.entries(JSON.parse(readFileSync(table, 'utf8')) as Record<string, string>);
  for (const [name, local] of images) if (name !== local) run('docker', ['tag', local, name]);
  return images.map(([name, local]) => `${name} is ${local}`);
}
