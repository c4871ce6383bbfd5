import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readConfig } from '#config/config.ts';
import { withSecretFiles } from '#config/environment.ts';
import { parse } from 'yaml';
import { SERVER_PROGRAMS } from './support/server-programs.ts';

// These checks need no container engine; `npm run test:compose` runs the file on one.

interface Service {
  readonly image?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, unknown>>;
  readonly healthcheck?: { readonly test?: unknown; readonly disable?: boolean };
  readonly build?: object;
  readonly pull_policy?: string;
  readonly logging?: { readonly options?: Readonly<Record<string, string>> };
  readonly user?: string;
  readonly read_only?: boolean;
  readonly deploy?: { readonly resources?: { readonly limits?: object } };
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, { readonly enable_ipv6?: boolean }>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const textOf = (file: string): string => readFileSync(`${root}${file}`, 'utf8');
const compose = parse(textOf('docker-compose.yml'), { merge: true, strict: true }) as Compose;
const services = Object.entries(compose.services);
const own = services.filter(([, { image }]) => image === 'prumo');

/** The values that an operator puts into .env. */
const CHOSEN: Readonly<Record<string, string>> = {
  PUBLIC_HOST: 'prumo.example',
  GOOGLE_CLIENT_ID: 'id',
  SUPPLIER_NAME: 'Cantina do Código Ltda.',
  SUPPLIER_CNPJ: '11.222.333/0001-81',
  SUPPLIER_ADDRESS: 'Rua das Flores, 12, Recife – PE',
  SUPPORT_EMAIL: 'ajuda@cantina.com.br',
  SUPPORT_WHATSAPP: '+55 81 91234-5678',
  ASAAS_TAX_ID: 'ask',
  ADMIN_EMAILS: 'dona@cantina.com.br',
};

/** The values that an operator puts into the files in secrets/. */
const HIDDEN: Readonly<Record<string, string>> = {
  database_url_api: 'postgres://prumo_api:x@postgres:5432/prumo\n',
  database_url_projector: 'postgres://prumo_projector:x@postgres:5432/prumo\n',
  database_url_reactor: 'postgres://prumo_reactor:x@postgres:5432/prumo\n',
  database_owner_url: 'postgres://owner:x@postgres:5432/prumo\n',
  event_store_url: 'esdb://eventstore:2113?tls=false',
  google_client_secret: 'secret\n',
  asaas_api_key: '$aact_prod_000MzkwODA2MWY2OGM3\n',
  asaas_webhook_token: 'w'.repeat(32),
  admin_password_hash: '$argon2id$x',
  smtp_url: 'smtp://user:password@mail.example:587',
};

const ROLES = { api: 'prumo_api', projector: 'prumo_projector', reactor: 'prumo_reactor' };

/** The files that `secrets.sh` creates with their modes, and what it prints. */
function secretsMade(folder: string): { readonly printed: string; readonly modes: Readonly<Record<string, string>> } {
  const printed = execFileSync('sh', [`${folder}/scripts/docker/secrets.sh`], { encoding: 'utf8' });
  const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);
  const secrets = `${folder}/secrets`;
  const files = readdirSync(secrets).map((name) => [name, modeOf(`${secrets}/${name}`)] as const);
  return { printed, modes: Object.fromEntries([['.', modeOf(secrets)], ...files]) };
}

test('secrets.sh keeps filled-in secrets, names the missing ones, and lets only the owner into the folder', () => {
  const folder = mkdtempSync(`${tmpdir()}/prumo-secrets-`);
  try {
    cpSync(`${root}scripts/docker`, `${folder}/scripts/docker`, { recursive: true });
    const { printed, modes } = secretsMade(folder);
    for (const name of [
      'google_client_secret',
      'asaas_api_key',
      'asaas_webhook_token',
      'admin_password_hash',
      'smtp_url',
    ])
      expect(printed).toContain(`secrets/${name}`);
    expect(Object.keys(modes).toSorted()).toEqual(['.', ...Object.keys(compose.secrets)].toSorted());
    for (const [name, mode] of Object.entries(modes))
      expect([name, mode]).toEqual([name, name === '.' ? '700' : '644']);
    const owner = readFileSync(`${folder}/secrets/postgres_owner_password`, 'utf8');
    writeFileSync(`${folder}/secrets/smtp_url`, 'smtp://user:password@mail.example:587');
    expect(secretsMade(folder).printed).not.toContain('smtp_url');
    expect(readFileSync(`${folder}/secrets/postgres_owner_password`, 'utf8')).toBe(owner);
    expect(readFileSync(`${folder}/secrets/database_owner_url`, 'utf8')).toContain(owner);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const filledIn = (text: string): string =>
  text.replaceAll(/\$\{(\w+)(?::?-([^}]*)|:\?[^}]*)?\}/g, (_all, name: string, fallback?: string) => {
    const value = CHOSEN[name] ?? fallback;
    if (value === undefined) throw new Error(`${name} has neither a value nor a default`);
    return value;
  });

test.each(own)('every variable of %s is read by the configuration, and all together are valid', (name, service) => {
  const environment = Object.fromEntries(
    Object.entries(service.environment ?? {}).map(([variable, value]) => [variable, filledIn(value)]),
  );
  const readFile = (file: string): string => {
    const secret = file.replace('/run/secrets/', '');
    if (!service.secrets?.includes(secret)) throw new Error(`${file} is not there`);
    return HIDDEN[secret] ?? '';
  };
  const opened = Object.entries(withSecretFiles(environment, readFile));
  const looked = new Set<string>();
  const watched = new Proxy(Object.fromEntries(opened.filter(([variable]) => !variable.endsWith('_FILE'))), {
    get(target, variable: string) {
      looked.add(variable);
      return target[variable];
    },
  });
  const config = readConfig(watched, '/app');
  expect(config).toMatchObject({
    production: true,
    publicOrigin: 'https://prumo.example',
    trustProxy: 1,
    databaseUrl: `postgres://${name === 'migrate' ? 'owner' : `prumo_${name}`}:x@postgres:5432/prumo`,
    databaseRoles: name === 'migrate' ? ROLES : undefined,
    eventStoreUrl: 'esdb://eventstore:2113?tls=false',
    samples: false,
  });
  // Only the migration gets the address of another role.
  const addresses = (service.secrets ?? []).filter((secret) => secret.startsWith('database_'));
  expect(addresses).toEqual([name === 'migrate' ? 'database_owner_url' : `database_url_${name}`]);
  const names = Object.keys(environment).map((variable) => variable.replace(/_FILE$/, ''));
  expect(names.filter((variable) => !looked.has(variable))).toEqual([]);
});

test('every program of the product is a service, and starts a file that the build makes', () => {
  expect(own.map(([name]) => name)).toEqual(['api', 'projector', 'reactor', 'migrate']);
  const started = own.map(([, { command }]) => command?.find((word) => word.startsWith('dist/server/')));
  const image = /"(dist\/server\/\w+\.js)"/.exec(textOf('scripts/docker/Dockerfile'))?.[1];
  for (const file of [...started, image])
    expect(Object.keys(SERVER_PROGRAMS)).toContain(/(\w+)\.js$/.exec(file ?? '')?.[1]);
});

test('every part of each health check and command in docker-compose.yml is a string', () => {
  // YAML reads `ok ? 0: 1` without quotes as a mapping, and Compose refuses the whole file.
  const words = services.flatMap(([name, { healthcheck, command = [] }]) =>
    [healthcheck?.test ?? [], command].flat().map((word) => [name, typeof word] as const),
  );
  expect(words.length).toBeGreaterThan(40);
  expect(words.filter(([, type]) => type !== 'string')).toEqual([]);
});

test('one service builds the image, and no service of ours pulls it from a registry', () => {
  expect(services.filter(([, { build }]) => build !== undefined).map(([name]) => name)).toEqual(['migrate']);
  for (const [name, { pull_policy: policy }] of own) expect([name, policy]).toEqual([name, 'never']);
});

test('every container rotates its log, and the network has IPv6', () => {
  for (const [name, { logging }] of services)
    expect([name, logging?.options]).toEqual([name, { 'max-size': '10m', 'max-file': '5' }]);
  expect(compose.networks['default']?.enable_ipv6).toBe(true);
});

test('only the certificate tool has the key of the authority, and each node only its own key', () => {
  const mounts = services.flatMap(([name, { volumes = [] }]) =>
    volumes
      .filter((volume) => volume.startsWith('certificates-'))
      .map((volume) => [name, ...volume.split(':')] as const),
  );
  const usersOf = (volume: string): readonly string[] =>
    mounts.filter(([name, mounted]) => mounted === volume && name !== 'eventstore-certificates').map(([name]) => name);
  expect(usersOf('certificates-authority')).toEqual([]);
  for (const node of ['1', '2', '3']) expect(usersOf(`certificates-${node}`)).toEqual([`eventstore-${node}`]);
  const modes = mounts.filter(([name]) => name !== 'eventstore-certificates').map(([, , , mode]) => mode);
  expect(new Set(modes)).toEqual(new Set(['ro']));
  expect(compose.services['eventstore-certificates']?.user).toBe('0');
});

test('EventStoreDB keeps its logs in named volumes, has no deprecated options, and one version everywhere', () => {
  const servers = services.filter(([, { image }]) => image?.startsWith('eventstore/eventstore:'));
  expect(servers).toHaveLength(4);
  for (const [name, { environment = {}, volumes = [] }] of servers) {
    expect(volumes).toContain(`${name}-log:/var/log/eventstore`);
    expect(Object.keys(environment).filter((option) => /_(?:INT|EXT)_|HTTP_PORT/.test(option))).toEqual([]);
  }
  const images = ['docker-compose.yml', '.github/workflows/ci.yml', '.github/workflows/real.yml'].flatMap((file) =>
    [...textOf(file).matchAll(/eventstore\/eventstore:(\S+)/g)].map(([, tag]) => tag),
  );
  expect(images).toHaveLength(3);
  expect(new Set(images).size).toBe(1);
  expect(textOf('docs/operations/README.md')).toContain(`EventStoreDB ${images[0]?.replace(/-.*/, '')}`);
});

test('the operator’s service can write the audit anchors and the erasure list', () => {
  const { environment = {}, volumes = [] } = compose.services['migrate'] ?? {};
  const mounted = volumes.map((volume) => volume.split(':')).filter(([, , how]) => how !== 'ro');
  for (const name of ['AUDIT_ANCHORS', 'ERASURE_LIST'])
    expect(mounted.map(([, place]) => place)).toContain(dirname(environment[name] ?? ''));
  const everywhere = new Set(
    own.flatMap(([, service]) => (service.volumes ?? []).map((volume) => volume.split(':')[0])),
  );
  expect(new Set(volumes.map((volume) => volume.split(':')[0]))).toEqual(everywhere);
});

test('the proxy closes a silent connection before the server does', () => {
  const proxy = Number(/transport http \{\s*keepalive (\d+)s\s*\}/.exec(textOf('scripts/docker/Caddyfile'))?.[1]);
  const server = Number(/keepAliveTimeout: ([\d_]+)/.exec(textOf('src/http/server.ts'))?.[1]?.replaceAll('_', ''));
  expect(proxy).toBeGreaterThan(0);
  expect(proxy * 1_000).toBeLessThan(server - 5_000);
});

test('every named volume, secret, file and service in docker-compose.yml exists', () => {
  for (const [, { volumes = [], secrets = [], depends_on: others = {} }] of services) {
    for (const place of volumes.map((volume) => volume.split(':')[0] ?? ''))
      expect(place.startsWith('./') ? existsSync(`${root}${place}`) : place in compose.volumes, place).toBe(true);
    for (const secret of secrets) expect(compose.secrets, secret).toHaveProperty(secret);
    for (const other of Object.keys(others)) expect(compose.services, other).toHaveProperty(other);
  }
  const made = textOf('scripts/docker/secrets.sh').replaceAll('${part}', '$part');
  for (const name of Object.keys(compose.secrets)) {
    const ofEachRole = name.replace(/_(api|projector|reactor)(?=_|$)/, '_$part');
    expect([name, made.includes(name) || made.includes(ofEachRole)]).toEqual([name, true]);
  }
  for (const role of Object.keys(ROLES)) expect(made).toMatch(new RegExp(`for part in [a-z ]*\\b${role}\\b`));
});

test('docker-compose.yml contains no secret, and gives the owner’s connection string to the migration only', () => {
  const named = services.flatMap(([, { environment = {} }]) => Object.entries(environment));
  const secret = named.filter(
    ([name, value]) => /PASSWORD|SECRET|TOKEN|_KEY|DATABASE_URL|SMTP_URL/.test(name) && value !== '',
  );
  expect(secret.length).toBeGreaterThan(8);
  for (const [name, value] of secret)
    expect(value, name).toMatch(name === 'ASAAS_PIX_KEY' ? /^\$\{ASAAS_PIX_KEY:-\}$/ : /^\/(?:run\/secrets|certs)\//);
  const owners = services.filter(([, { secrets = [] }]) => secrets.includes('database_owner_url'));
  expect(owners.map(([name]) => name)).toEqual(['migrate']);
  const made = textOf('scripts/docker/secrets.sh');
  for (const file of ['postgres_owner_password', '"postgres_${part}_password"'])
    expect(made).toContain(`secret >${file}`);
  expect(made).toMatch(/secret\(\) \{ od -An -N24 -tx1 \/dev\/urandom/);
});

test('every permanent service is health-checked and limited, and ours can write only to their volumes', () => {
  for (const [name, service] of services) {
    if (name === 'eventstore-certificates') continue; // This service ends by itself.
    expect(service.healthcheck, name).toBeDefined();
    expect(service.deploy?.resources?.limits, name).toBeDefined();
  }
  for (const [name, service] of own) expect(service.read_only, name).toBe(true);
});
