import type { Import } from './imports.ts';

/**
 * The modules that each module may import. A key is a folder (with its slash) or one file; the longest key that fits a
 * file is its rule, and a file without a rule may import nothing. A value names folders, single files, packages
 * (`npm:…`) and Node's own modules (`node:`). Files of one folder may import each other, unless the key is a file.
 */
export type DependencyRules = Readonly<Record<string, readonly string[]>>;

const NODE = 'node:';
const PG = 'npm:pg';
const LOGGER = 'npm:pino';
const DOMAIN = 'src/domain/';
const CONTRACT = 'src/contract/';
/** The interface of the event log, without any of its adapters. */
const EVENT_LOG = ['src/eventstore/port.ts', 'src/eventstore/codec.ts'];
/** The interface of a payment provider, its notifications and the stored charges, without any adapter. */
const PAYMENT_PORTS = ['src/payments/provider.ts', 'src/payments/intent.ts'];
/** The runtime may import only Node and a connection to a database. */
const RUNTIME = 'src/runtime/';
const SITE = 'src/config/site-config.ts';
/** The one place that opens connections to PostgreSQL. */
const SESSION = 'src/postgres/session.ts';
/** The read model: its rows as answers, its names in SQL and its position. */
const READ_MODEL = 'src/read-model/';
/** The one rule for text that people type. */
const TEXT = 'src/domain/text.ts';

const SERVER_MODULES = [
  'src/access-log/',
  'src/app/',
  'src/config/',
  CONTRACT,
  DOMAIN,
  'src/erasure/',
  'src/eventstore/',
  'src/http/',
  'src/identity/',
  'src/limits/',
  'src/mail/',
  'src/migrations/',
  'src/payments/',
  'src/personal-data/',
  'src/postgres/',
  'src/queries/',
  READ_MODEL,
  RUNTIME,
  'projections/audit/',
  'projections/read/',
  'projections/runner/',
];

/** The imports of a program, which only starts parts. */
const MAIN = ['src/processes/', 'src/runtime/lifecycle.ts', 'src/http/server.ts', 'src/http/metrics.ts'];

const BROWSER_PACKAGES = [
  'npm:@mantine/core',
  'npm:@mantine/hooks',
  'npm:@mantine/notifications',
  'npm:apexcharts',
  'npm:get-nonce',
  'npm:fflate',
  'npm:lucide-react',
  'npm:mobx',
  'npm:mobx-react-lite',
  'npm:react',
  'npm:react-apexcharts',
  'npm:react-dom',
  'npm:uqr',
  'npm:uuid',
  'npm:papaparse',
  'npm:@e965/xlsx',
  'npm:valibot',
  'npm:wouter',
];

export const DEPENDENCY_RULES: DependencyRules = {
  [DOMAIN]: [],
  [CONTRACT]: [DOMAIN, 'npm:valibot'],
  [READ_MODEL]: [CONTRACT, DOMAIN, 'src/eventstore/port.ts'],
  [RUNTIME]: [PG, 'npm:piscina', NODE],
  'src/config/': [DOMAIN, 'src/runtime/loopback.ts', 'npm:@brazilian-utils/brazilian-utils', NODE],
  'src/app/': [CONTRACT, DOMAIN, ...EVENT_LOG, 'src/eventstore/upcasters.ts', 'npm:uuid'],
  'src/eventstore/': [DOMAIN],
  'src/eventstore/postgres/': ['src/eventstore/', DOMAIN, RUNTIME, SESSION, PG, NODE],
  'src/eventstore/eventstoredb/': [
    'src/eventstore/',
    DOMAIN,
    RUNTIME,
    'npm:@eventstore/db-client',
    'npm:@grpc/grpc-js',
    NODE,
  ],
  'src/postgres/': [RUNTIME, PG, NODE],
  'src/migrations/': [PG, 'npm:node-pg-migrate', NODE],
  'src/access-log/': [PG, LOGGER, 'npm:uuid', NODE],
  'src/limits/': [CONTRACT, 'src/runtime/back-off.ts', PG, 'npm:rate-limiter-flexible', NODE],
  'src/identity/': [
    TEXT,
    'src/domain/account/account.ts',
    RUNTIME,
    PG,
    'npm:@koa/bodyparser',
    'npm:oidc-provider',
    'npm:@node-rs/argon2',
    'npm:jose',
    'npm:koa',
    'npm:openid-client',
    'npm:uuid',
    NODE,
  ],
  'src/mail/': [
    DOMAIN,
    'src/app/reactions.ts',
    SITE,
    'src/config/mail-config.ts',
    TEXT,
    RUNTIME,
    PG,
    LOGGER,
    'npm:nodemailer',
    'npm:uuid',
  ],
  'src/payments/': [
    DOMAIN,
    RUNTIME,
    SESSION,
    PG,
    'npm:@brazilian-utils/brazilian-utils',
    'npm:uqr',
    'npm:valibot',
    NODE,
  ],
  'src/payments/use-cases/': [
    'src/app/',
    DOMAIN,
    ...PAYMENT_PORTS,
    'src/eventstore/port.ts',
    'src/read-model/position-waiter.ts',
  ],
  'src/queries/': ['src/app/history/', CONTRACT, DOMAIN, 'src/runtime/batch-lookups.ts', READ_MODEL, PG],
  'src/personal-data/': [
    'src/access-log/access-log.ts',
    'src/app/ids.ts',
    'src/contract/entities/',
    'src/contract/import-memory.ts',
    DOMAIN,
    'src/erasure/payers.ts',
    ...EVENT_LOG,
    'src/identity/sessions.ts',
    'src/identity/vault.ts',
    'src/mail/queue.ts',
    'src/payments/intent.ts',
    READ_MODEL,
    PG,
  ],
  'src/erasure/': [
    'src/app/',
    DOMAIN,
    ...EVENT_LOG,
    'src/identity/sessions.ts',
    'src/identity/vault.ts',
    'src/mail/queue.ts',
    'src/read-model/tables.ts',
    'src/runtime/waiting.ts',
    PG,
    NODE,
  ],
  'src/http/': [
    'src/access-log/access-log.ts',
    'src/app/',
    SITE,
    CONTRACT,
    DOMAIN,
    ...EVENT_LOG,
    'src/identity/',
    'src/limits/limits.ts',
    'src/mail/outbox.ts',
    'src/payments/provider.ts',
    'src/payments/intent.ts',
    'src/payments/locks.ts',
    'src/payments/use-cases/',
    'src/personal-data/personal-file.ts',
    'src/queries/',
    'src/runtime/escape-html.ts',
    'src/runtime/loopback.ts',
    'src/runtime/waiting.ts',
    'src/read-model/position-waiter.ts',
    'npm:@koa/bodyparser',
    'npm:@koa/router',
    'npm:@koa/send',
    'npm:@valibot/to-json-schema',
    'npm:helmet',
    'npm:koa',
    'npm:koa-compress',
    LOGGER,
    'npm:prom-client',
    'npm:valibot',
    'package.json',
    NODE,
  ],
  'src/processes/': [...SERVER_MODULES, 'npm:koa', PG, LOGGER, NODE],
  'src/main.ts': [...MAIN, 'src/app/samples/people.ts', NODE],
  'src/main-api.ts': [...MAIN, NODE],
  'src/main-projector.ts': MAIN,
  'src/main-reactor.ts': MAIN,
  'projections/read/': [DOMAIN, 'src/eventstore/codec.ts', READ_MODEL],
  'projections/runner/': [
    'projections/read/',
    DOMAIN,
    'src/eventstore/port.ts',
    READ_MODEL,
    RUNTIME,
    SESSION,
    PG,
    LOGGER,
    NODE,
  ],
  'projections/audit/': [
    'projections/runner/',
    DOMAIN,
    'src/eventstore/port.ts',
    'src/runtime/waiting.ts',
    PG,
    LOGGER,
    NODE,
  ],
  'web/': [
    CONTRACT,
    DOMAIN,
    'src/app/',
    'src/eventstore/memory.ts',
    'src/runtime/back-off.ts',
    'src/read-model/owner-answers.ts',
    ...BROWSER_PACKAGES,
  ],
  'web/vite.config.ts': ['web/build/', 'npm:@vitejs/plugin-react', 'npm:vite', NODE],
  'web/build/': ['npm:@vitejs/plugin-react', 'npm:esbuild', 'npm:react', 'npm:vite', NODE],
  'web/build/mantine-variables.ts': ['web/ui/theme.ts', 'npm:@mantine/core', 'npm:react', 'npm:react-dom', 'npm:vite'],
};

/**
 * Folders of `web/` without imports of screens, lowest first: each may import those before it, and every screen all of
 * them.
 */
export const WEB_KIT: readonly string[] = [
  'api',
  'stores',
  'ui',
  'offline',
  'consequences',
  'past',
  'navigation',
  'entry',
  'glossary',
  'fields',
  'files',
  'mix',
  'onboarding',
  'export',
  'import-memory',
];

/**
 * The screens of `web/features/`, and which others each may import. The files that lie loose in `web/` start them all.
 */
export const WEB_SCREENS: Readonly<Record<string, readonly string[]>> = {
  site: [],
  session: [],
  login: [],
  'not-found': [],
  keyboard: [],
  changes: [],
  history: ['purchases'],
  'profit-change': [],
  import: [],
  'sales-report': [],
  channels: [],
  purchases: [],
  ingredients: ['purchases'],
  'pasted-recipe': [],
  terms: ['site'],
  contact: ['site'],
  payment: ['login', 'session', 'site'],
  guest: ['login', 'payment'],
  landing: ['guest', 'login', 'session', 'site'],
  account: ['guest', 'login', 'payment', 'session', 'site'],
  admin: ['login', 'session'],
  costs: ['channels'],
  revenue: ['channels'],
  recipes: ['channels', 'ingredients', 'pasted-recipe'],
  preparations: ['ingredients', 'recipes'],
  'real-cmv': [],
  sales: ['channels', 'real-cmv', 'recipes'],
  'recipe-print': ['recipes', 'site'],
  shopping: ['site'],
  suppliers: [],
  'what-if': ['profit-change', 'recipes'],
  'break-even': ['recipes', 'sales'],
  dashboard: [
    'break-even',
    'changes',
    'costs',
    'guest',
    'history',
    'import',
    'keyboard',
    'not-found',
    'payment',
    'preparations',
    'profit-change',
    'purchases',
    'recipe-print',
    'recipes',
    'revenue',
    'sales',
    'sales-report',
    'session',
    'shopping',
    'suppliers',
    'what-if',
  ],
};

const rowOf = (file: string): string | undefined =>
  Object.keys(DEPENDENCY_RULES)
    .filter((key) => (key.endsWith('/') ? file.startsWith(key) : file === key))
    .toSorted((a, b) => b.length - a.length)[0];

const isNamed = (to: string, entry: string): boolean => (/[/:]$/.test(entry) ? to.startsWith(entry) : to === entry);

/** The folder of `web/` or `web/features/` that a file is in: 'entry'; undefined where it lies loose, and outside. */
export const webFolderOf = (file: string): string | undefined => /^web\/(?:features\/)?([^/]+)\//.exec(file)?.[1];

function isAllowedInWeb({ from, to }: Import): boolean {
  const [folder, other] = [webFolderOf(from), webFolderOf(to)];
  if (folder === other) return true;
  if (other === undefined) return false;
  if (folder !== undefined && WEB_KIT.includes(folder))
    return WEB_KIT.slice(0, WEB_KIT.indexOf(folder)).includes(other);
  const screens = folder === undefined ? Object.keys(WEB_SCREENS) : WEB_SCREENS[folder];
  return screens !== undefined && [...WEB_KIT, ...screens].includes(other);
}

export function isAllowed({ from, to }: Import): boolean {
  const row = rowOf(from);
  if (row === undefined) return false;
  if (row === 'web/' && to.startsWith(row)) return isAllowedInWeb({ from, to });
  return (
    (row.endsWith('/') && to.startsWith(row)) || (DEPENDENCY_RULES[row]?.some((entry) => isNamed(to, entry)) ?? false)
  );
}
