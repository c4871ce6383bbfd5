import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';
import { filesIn, importsOf, sourceOf } from '#tests/support/imports.ts';

// These rules apply to every line of the product and can be checked in its text. tests/architecture.test.ts checks
// imports.

const root = new URL('../../', import.meta.url);
const textOf = (file: string): string => readFileSync(new URL(file, root), 'utf8');

const SERVER = ['src', 'projections'].flatMap(filesIn);
const EVERYWHERE = [...SERVER, ...filesIn('web')];
const MIGRATIONS = readdirSync(new URL('src/migrations/sql', root)).map((name) => `src/migrations/sql/${name}`);

/** Returns the source without its comments. */
const codeOf = (file: string): string => sourceOf(file).replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');
/** Returns lines such as `file: match`. */
const findings = (files: readonly string[], what: RegExp): string[] =>
  files.flatMap((file) => [...codeOf(file).matchAll(what)].map(([found]) => `${file}: ${found}`));
const places = (files: readonly string[], what: RegExp): string[] => files.filter((file) => what.test(codeOf(file)));

test('the security rules search all sources, and find what they search for', () => {
  expect(EVERYWHERE.length).toBeGreaterThan(500);
  expect(findings(SERVER, /\bcreateHash\(/g).length).toBeGreaterThan(4);
  expect(codeOf('src/http/app.ts')).not.toContain('For whoever watches the process');
});

describe('sent data', () => {
  test('is never run as code', () => {
    expect(findings(EVERYWHERE, /\beval\s*\(|\bnew Function\b|\bset(?:Timeout|Interval)\(\s*['"`]/g)).toEqual([]);
    expect(EVERYWHERE.flatMap((file) => importsOf(file, sourceOf(file))).filter(({ to }) => to === 'node:vm')).toEqual(
      [],
    );
  });

  test('is never put into a page as HTML', () => {
    const sinks =
      /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\s*=|insertAdjacentHTML|document\.write|srcdoc|DOMParser|createContextualFragment/gi;
    expect(findings(filesIn('web'), sinks)).toEqual([]);
  });

  test('is never used as a pattern', () => {
    // These patterns are made of constants: kinds of streams, the form of an id, names of pages and months, and
    // measures.
    expect(places(EVERYWHERE, /\bnew RegExp\(/)).toEqual([
      'src/contract/history.ts',
      'src/contract/pages.ts',
      'src/domain/streams.ts',
      'src/domain/units/quantity-text.ts',
      'web/features/files/cell-values.ts',
      'web/features/navigation/dashboard-screen.ts',
      'web/features/pasted-recipe/recipe-measures.ts',
      'web/features/pasted-recipe/written-amount.ts',
    ]);
  });

  test('is never passed to a program: only the local database starts programs, with arguments and without a shell', () => {
    const starters = SERVER.filter((file) =>
      importsOf(file, sourceOf(file)).some(({ to }) => to === 'node:child_process'),
    );
    expect(starters.filter((file) => !file.startsWith('src/postgres/'))).toEqual([]);
    expect(findings(SERVER, /(?<!\.)\bexec(?:Sync)?\(|shell:\s*true/g)).toEqual([]);
  });

  test('chooses no host that the server calls: hosts are configured, and their redirects are not followed', () => {
    const speakers = places(SERVER, /(?<![.\w])fetch\(/);
    expect(speakers).toEqual(['src/payments/asaas/http.ts', 'src/payments/sandbox/notifications.ts']);
    for (const file of speakers) expect(codeOf(file), file).toContain("redirect: 'manual'");
    const clients = /import \{[^}]*\b(?:request|get)\b[^}]*\} from 'node:https?'|from '(?:undici|axios|node:https)'/g;
    expect(findings(SERVER, clients)).toEqual([]);
  });
});

describe('cryptography', () => {
  test('comes from Node, jose, argon2 and PostgreSQL, and none of it is written here', () => {
    const { dependencies } = JSON.parse(textOf('package.json')) as { dependencies: object };
    const known = /crypt|cipher|hash|argon|jose|jwt|sign|nacl|sodium|forge|elliptic|openid/;
    expect(Object.keys(dependencies).filter((name) => known.test(name))).toEqual([
      '@node-rs/argon2',
      'jose',
      'openid-client',
    ]);
    expect(
      findings(EVERYWHERE, /\b(?:createCipheriv|createDecipheriv|createSign|publicEncrypt|crypto\.subtle)\b/g),
    ).toEqual(['web/features/import-memory/import-memory.ts: crypto.subtle']); // This hash protects nothing.
  });

  test('uses SHA-256, AES-GCM with 256 bits and P-256, and names nothing weaker', () => {
    const hashes = findings(SERVER, /\b(?:createHash|createHmac|hash)\(\s*'[\w-]+'/g).map(
      (each) => /'([\w-]+)'/.exec(each)?.[1],
    );
    expect(hashes.length).toBeGreaterThan(8);
    expect(new Set(hashes)).toEqual(new Set(['sha256']));
    expect(findings(SERVER, /\bA\d{3}(?:GCM|KW|CBC)[\w-]*/g).map((each) => each.split(': ')[1])).toEqual([
      'A256GCM',
      'A256GCM',
    ]);
    expect(findings(SERVER, /namedCurve: '[\w-]+'/g)).toEqual(["src/identity/local-issuer.ts: namedCurve: 'P-256'"]);
    const weak = /\b(?:md5|sha-?1|rc4|des3?|ecb|cbc|pkcs1|crypt\()\b/gi;
    expect(findings(SERVER, weak)).toEqual([]);
    expect(MIGRATIONS.filter((file) => weak.test(textOf(file)))).toEqual([]);
  });

  test('draws every secret from the system’s random source, with 128 bits or more', () => {
    // These random numbers are for pauses, which may be predictable.
    expect(places(SERVER, /Math\.random/)).toEqual(['src/runtime/back-off.ts', 'projections/runner/leader.ts']);
    const drawn = findings(SERVER, /randomBytes\(\w+\)/g).map((each) => [
      each,
      Number(/\((\d+)\)/.exec(each)?.[1] ?? 32),
    ]);
    expect(drawn.length).toBeGreaterThan(5);
    // The name of a folder is no secret.
    const short = drawn.filter(([each, bytes]) => Number(bytes) < 16 && !String(each).includes('data-folder'));
    expect(short).toEqual([]);
  });
});

describe('log output', () => {
  test('goes through one module to standard output, and nowhere else', () => {
    expect(findings(SERVER, /\bconsole\.\w+/g)).toEqual([]);
    expect(places(SERVER, /\bpino\(/)).toEqual(['src/processes/run-process.ts']);
    expect(codeOf('src/processes/run-process.ts')).not.toMatch(/transport|destination/);
    // These are messages to the person at the terminal.
    expect(places(SERVER, /process\.std(?:out|err)\.write/)).toEqual(['src/main.ts', 'src/processes/run-process.ts']);
  });

  test('has constant messages, and sent data is never its format', () => {
    const calls = findings(
      SERVER,
      /\blogger\.(?:trace|debug|info|warn|error|fatal)\(\s*(?:\{[^}]*\}|[\w.]+)\s*,?\s*(?:'[^']*'|"[^"]*"|[^,()]*)/g,
    );
    expect(calls.length).toBeGreaterThan(20);
    const FORWARDING = ['src/processes/payment-services.ts', 'projections/runner/reactor.ts'];
    const isOurs = (call: string): boolean =>
      /['"][^'"]+['"]\s*$/.test(call) || FORWARDING.some((file) => call.startsWith(file));
    expect(calls.filter((call) => !isOurs(call))).toEqual([]);
  });
});

describe('contract', () => {
  const endpoints = Object.entries(contract) as [string, Endpoint][];
  const entriesOf = (schema: unknown): string[] =>
    Object.keys((schema as { entries?: object } | undefined)?.entries ?? {});

  test('has no secret in an address', () => {
    const named = endpoints.flatMap(([name, { params, query }]) =>
      [...entriesOf(params), ...entriesOf(query)].map((each) => `${name} ${each}`),
    );
    expect(named.length).toBeGreaterThan(20);
    expect(
      named.filter((each) => /token|password|senha|secret|session|code|cpf|tax/i.test(each.split(' ')[1] ?? '')),
    ).toEqual([]);
  });

  test('has no security question and no password hint', () => {
    const fields = endpoints.flatMap(([name, { params, query, body }]) =>
      [params, query, body].flatMap(entriesOf).map((each) => `${name} ${each}`),
    );
    const asked = fields.filter((each) =>
      /hint|question|answer|dica|pergunta|resposta/i.test(each.split(' ')[1] ?? ''),
    );
    expect(asked).toEqual(['answerTransfer answer']); // The question to a guest whether the access may move is answered with yes or no.
    // There is one password, and one page that asks for it.
    expect(fields.filter((each) => /pass|senha/i.test(each))).toEqual(['verifyAdminPassword password']);
  });

  test('has no call that changes e-mail, name or sign-in, which come from the identity provider', () => {
    const about = endpoints.filter(([, { body }]) =>
      entriesOf(body).some((each) => /^(?:email|picture|subject|phone)$/.test(each)),
    );
    // These fields are typed by the buyer about themselves.
    expect(about.map(([name]) => name).toSorted()).toEqual(['checkAdminEmail', 'createPayment']);
  });

  test('has no GET call that changes anything, except where other sites are refused', () => {
    const changing = endpoints.filter(([, { method, changes }]) => method === 'GET' && changes !== undefined);
    expect(changing.map(([name]) => name).toSorted()).toEqual(['logout', 'paymentCreateTest']);
  });
});

test('cookies are set in one module only', () => {
  expect(places(SERVER, /cookies\.set\(|Set-Cookie/i)).toEqual([
    'src/http/session-cookies.ts',
    'src/identity/local-issuer.ts', // This one deletes cookies of its library, see tests/identity/local-issuer.test.ts.
  ]);
});

describe('published package', () => {
  test('contains neither the history of the source nor tests', () => {
    const allowed = textOf('.dockerignore').split('\n');
    expect(allowed[0]).toBe('*');
    expect(allowed.filter((line) => /git|test|data|secret|env/.test(line))).toEqual([]);
    const copied = [...textOf('scripts/docker/Dockerfile').matchAll(/^COPY --from=build \S+ (\S+)$/gm)].map(
      ([, to]) => to,
    );
    expect(copied).toEqual(['./', './node_modules', './dist']);
  });

  test('has a complete list of its packages, which is checked for known vulnerabilities at every change', () => {
    const workflow = textOf('.github/workflows/ci.yml');
    expect(workflow).toContain('npm audit --omit=dev --audit-level=high');
    expect(workflow).toContain('npm sbom --sbom-format=cyclonedx --omit=dev');
    expect(workflow).toMatch(/on:\n\s+push:/);
  });
});
