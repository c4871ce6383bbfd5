import { execFile, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFreePort } from '#postgres/postmaster.ts';

const FILES = ['.dockerignore', '.npmrc', 'docker-compose.yml', 'package.json', 'package-lock.json', 'tsconfig.json'];
const FOLDERS = ['scripts', 'src', 'projections', 'web'];
const PRODUCT_SERVICES = ['api', 'projector', 'reactor', 'migrate'];

const execute = promisify(execFile);

/**
 * Runs a program without blocking this process.
 * @returns its output
 * @throws with the end of its output if it failed
 */
export async function run(program: string, args: readonly string[], cwd?: string): Promise<string> {
  try {
    const { stdout } = await execute(program, args, { ...(cwd && { cwd }), maxBuffer: 2 ** 28 });
    return stdout.trim();
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as { stdout?: string; stderr?: string; message: string };
    const output = `${stdout}${stderr}`.trim().slice(-1_500) || message;
    throw new Error(`${program} ${args.slice(0, 8).join(' ')}: ${output}`, { cause: error });
  }
}

/** A copy of this checkout as a Compose project with a unique name, so that it does not affect other projects. */
export interface Stack {
  readonly origin: string;
  readonly project: string;
  readonly compose: (...args: readonly string[]) => Promise<string>;
  /** Runs a program in a new container of the `migrate` service, where `/outside` is a folder of this machine. */
  readonly runInMigrate: (...program: readonly string[]) => Promise<string>;
  /** Changes the sources, so that the next build makes a newer image. */
  readonly changeSources: () => void;
  remove(): void;
}

export async function createStack(): Promise<Stack> {
  const folder = mkdtempSync(join(tmpdir(), 'prumo-compose-'));
  const outside = mkdtempSync(join(tmpdir(), 'prumo-outside-'));
  const project = `prumo-test-${randomUUID().slice(0, 8)}`;
  const files = ['--file', 'docker-compose.yml', '--file', 'override.yml'];
  const command = ['compose', '--project-name', project, ...files];
  const compose = (...args: readonly string[]): Promise<string> => run('docker', [...command, ...args], folder);
  const remove = (): void => {
    spawnSync('docker', [...command, 'down', '--volumes', '--remove-orphans', '--timeout', '5'], { cwd: folder });
    spawnSync('docker', ['image', 'rm', '--force', project]);
    for (const directory of [folder, outside]) rmSync(directory, { recursive: true, force: true });
  };
  try {
    await run('chmod', ['777', outside]); // User 1000 of the containers writes there.
    for (const name of [...FILES, ...FOLDERS]) cpSync(name, join(folder, name), { recursive: true });
    await run('sh', ['scripts/docker/secrets.sh'], folder);
    const port = await findFreePort();
    const origin = `https://localhost:${port}`;
    writeFileSync(join(folder, '.env'), 'PUBLIC_HOST=localhost\n');
    writeFileSync(join(folder, 'override.yml'), overrideFor({ project, port, origin }));
    return {
      origin,
      project,
      compose,
      runInMigrate: (...program) =>
        compose('run', '--rm', '--no-deps', '--volume', `${outside}:/outside`, 'migrate', ...program),
      changeSources: () => appendFileSync(join(folder, 'src/main-api.ts'), '\nconsole.log("the newer program");\n'),
      remove,
    };
  } catch (error) {
    remove();
    throw error;
  }
}

interface OverrideOptions {
  readonly project: string;
  readonly port: number;
  readonly origin: string;
}

/**
 * The differences from production: development mode, because the test uses the local sign-in, and a single port on the
 * loopback interface. The issuer of the local sign-in has the public address. Inside its container an api would not
 * reach that address, so a relay on the same port forwards connections to the proxy.
 */
function overrideFor({ project, port, origin }: OverrideOptions): string {
  const environment = { NODE_ENV: 'development', PUBLIC_ORIGIN: origin, NODE_TLS_REJECT_UNAUTHORIZED: '0' };
  const relay = `const net = require('net');
    const server = net.createServer((client) => {
      const upstream = net.connect(443, 'proxy');
      client.pipe(upstream).pipe(client);
      client.on('error', () => upstream.destroy());
      upstream.on('error', () => client.destroy());
    });
    server.listen(${port}, '127.0.0.1');`;
  const start = 'node -e "$$0" & exec node --enable-source-maps dist/server/api.js';
  const services = PRODUCT_SERVICES.map((name) => {
    const command = name === 'api' ? { command: ['sh', '-c', start, relay] } : {};
    return `  ${name}: ${JSON.stringify({ image: project, environment, ...command })}\n`;
  });
  return `services:\n  proxy:\n    ports: !override ['127.0.0.1:${port}:443']\n${services.join('')}`;
}

/** The reason why no container engine can be used; undefined if an engine and Compose respond. */
export async function missingEngine(): Promise<string | undefined> {
  try {
    await run('docker', ['version', '--format', '{{.Server.Version}}']);
    await run('docker', ['compose', 'version', '--short']);
    return undefined;
  } catch (error) {
    return (error as Error).message.split('\n', 1)[0];
  }
}

/** Tags local images with the names that the files use. @returns a line for each image */
export async function tagBaseImages(): Promise<readonly string[]> {
  const mappingFile = process.env['COMPOSE_IMAGES'];
  if (!mappingFile) return [];
  const images = Object.entries(JSON.parse(readFileSync(mappingFile, 'utf8')) as Record<string, string>);
  for (const [name, local] of images) if (name !== local) await run('docker', ['tag', local, name]);
  return images.map(([name, local]) => `${name} is ${local}`);
}
