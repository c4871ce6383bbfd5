import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ConfigError } from '#config/environment.ts';
import { readConfig } from '#config/config.ts';
import type { SmtpSettings } from '#config/mail-config.ts';

const read = (env: Record<string, string>) => readConfig(env, '/somewhere');
const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
const site = {
  SUPPLIER_NAME: 'Cantina do Código Ltda.',
  SUPPLIER_CNPJ: '11.222.333/0001-81',
  SUPPLIER_ADDRESS: 'Rua das Flores, 12, Recife – PE',
  SUPPORT_EMAIL: 'ajuda@cantina.com.br',
  SUPPORT_WHATSAPP: '+55 81 91234-5678',
};
/** Values in the form of Asaas, dollar signs included. */
const REAL_KEY = '$aact_prod_000MzkwODA2MWY2OGM3::$1$&$$::$aach_x';
const PRACTICE_KEY = '$aact_hmlg_000MzkwODA2MWY2OGM3';
const asaas = {
  ASAAS_API_KEY: REAL_KEY,
  ASAAS_WEBHOOK_TOKEN: 'w'.repeat(32),
  ASAAS_PIX_KEY: 'b6295ee1-f054-47d1-9e90-ee57b74f60d9',
};
const practice = { ...asaas, ASAAS_API_KEY: PRACTICE_KEY, ASAAS_URL: 'https://api-sandbox.asaas.com/v3' };
const production = {
  NODE_ENV: 'production',
  PUBLIC_ORIGIN: 'https://prumo.example',
  EVENT_LOG: 'postgres',
  SMTP_URL: 'smtp://user:password@mail.example:587',
  ...google,
  ...asaas,
  ...site,
};

describe('configuration', () => {
  test('has defaults for a fresh machine: loopback, port 3000, its own folder, sample people', () => {
    expect(read({})).toMatchObject({
      production: false,
      port: 3000,
      host: '127.0.0.1',
      dataDir: '/somewhere/.data',
      publicOrigin: 'http://localhost:3000',
      adminEmails: ['admin@exemplo.com'],
      samples: true,
    });
  });

  test('names every wrong or missing variable once in one start', () => {
    const faultsOf = (env: Record<string, string>): readonly string[] => {
      try {
        read(env);
      } catch (error) {
        if (error instanceof ConfigError) return error.faults;
        throw error;
      }
      return [];
    };
    const variables = (faults: readonly string[]) =>
      faults.map((fault) => /\b[A-Z]{2,}(?:_[A-Z]+)*\b/.exec(fault)?.[0] ?? fault).toSorted();
    expect(variables(faultsOf({ NODE_ENV: 'production', ADMIN_EMAILS: 'dona@cantina.com.br' }))).toEqual([
      'ADMIN_EMAILS',
      'ASAAS_API_KEY',
      'EVENT_STORE_URL',
      'GOOGLE_CLIENT_ID',
      'PUBLIC_ORIGIN',
      'SMTP_URL',
      'SUPPLIER_ADDRESS',
      'SUPPLIER_CNPJ',
      'SUPPLIER_NAME',
      'SUPPORT_EMAIL',
      'SUPPORT_WHATSAPP',
    ]);
    const wrong = { PORT: '0', LOG_LEVEL: 'loud', TRUST_PROXY: 'x', PRICE_CENTS: 'ten', DATABASE_URL: 'mysql://db' };
    expect(variables(faultsOf(wrong))).toEqual(Object.keys(wrong).toSorted());
    const alsoWrong = { ...production, ASAAS_WEBHOOK_TOKEN: '', ASAAS_PIX_KEY: 'x', MAIL_FROM: 'nobody' };
    expect(variables(faultsOf(alsoWrong))).toEqual(['ASAAS_PIX_KEY', 'ASAAS_WEBHOOK_TOKEN', 'MAIL_FROM']);
  });

  test('derives the public origin from the port', () => {
    expect(read({ PORT: '4001' }).publicOrigin).toBe('http://localhost:4001');
  });

  test('has no sample people when Google is configured', () => {
    expect(read(google)).toMatchObject({
      samples: false,
      openId: { issuer: 'https://accounts.google.com', clientId: 'id', clientSecret: 'secret' },
    });
  });

  test('names an issuer other than Google as that issuer writes its name', () => {
    for (const issuer of ['https://login.example', 'https://tenant.example/', 'http://localhost:8080/realms/prumo'])
      expect(read({ ...google, OIDC_ISSUER: issuer }).openId?.issuer).toBe(issuer);
  });

  test('sends mail to a server, or to an outbox where that is allowed', () => {
    expect(read({}).mail).toEqual({ kind: 'outbox' });
    expect(read({ ...production, SMTP_URL: '', ALLOW_OUTBOX: 'true' }).mail).toEqual({ kind: 'outbox' });
    const url = 'smtps://mail.example';
    expect(read({ ...production, SMTP_URL: url }).mail).toEqual({
      kind: 'smtp',
      settings: {
        url,
        requireTls: true,
        from: { name: 'Prumo', address: 'ajuda@cantina.com.br' },
        replyTo: { name: 'Prumo', address: 'ajuda@cantina.com.br' },
      },
    });
    expect(read({ ...site, SMTP_URL: url, MAIL_FROM: 'Cantina do Zé <oi@cantina.com.br>' }).mail).toMatchObject({
      settings: {
        from: { name: 'Cantina do Zé', address: 'oi@cantina.com.br' },
        replyTo: { name: 'Prumo', address: 'ajuda@cantina.com.br' },
      },
    });
  });

  test('encrypts mail unless the address says otherwise', () => {
    const requireTls = (url: string) =>
      (read({ SMTP_URL: url }).mail as { settings?: SmtpSettings }).settings?.requireTls;
    expect(requireTls('smtp://mail.example')).toBe(true);
    expect(requireTls('smtp://mail.example?name=app.prumo.example')).toBe(true);
    expect(requireTls('smtp://mail.example?requireTLS=true')).toBe(true);
    expect(requireTls('smtp://127.0.0.1:25?requireTLS=false')).toBe(false);
    expect(requireTls('smtps://mail.example?requireTLS=false')).toBe(true);
  });

  test.each<[Record<string, string>, string]>([
    [{ PORT: '0' }, 'PORT'],
    [{ PORT: '80a' }, 'PORT'],
    [{ PORT: '65536' }, 'PORT'],
    [{ METRICS_PORT: 'x' }, 'METRICS_PORT'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
    [{ PUBLIC_ORIGIN: 'prumo.example' }, 'PUBLIC_ORIGIN'],
    [{ PUBLIC_ORIGIN: 'https://prumo.example/app' }, 'PUBLIC_ORIGIN'],
    [{ ...production, SMTP_URL: '' }, 'SMTP_URL'],
    [{ ...production, SMTP_URL: '', ALLOW_OUTBOX: 'yes' }, 'ALLOW_OUTBOX'],
    [{ NODE_ENV: 'prod' }, 'NODE_ENV'],
    [{ ...production, NODE_ENV: 'Production' }, 'NODE_ENV'],
    [{ EVENT_LOG: 'eventstoredb' }, 'EVENT_LOG'],
    [{ EVENT_STORE_URL: 'esdb://log:2113', EVENT_LOG: 'esdb' }, 'EVENT_LOG'],
    [{ SUPPLIER_NAME: 'Cantina\u202eanitnaC' }, 'SUPPLIER_NAME'],
    [{ SMTP_URL: 'mail.example' }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtp://mail.example?requireTLS=no' }, 'requireTLS'],
    [{ SMTP_URL: 'smtp://mail.example?requireTLS=0' }, 'requireTLS'],
    [{ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'Prumo' }, 'MAIL_FROM'],
    [{ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'A\u202eB <a@b.c>' }, 'MAIL_FROM'],
    [{ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'A <a@b.c>\nBcc: x@y.z' }, 'MAIL_FROM'],
    [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '-1' }, 'TRUST_PROXY'],
    [{ RATE_LIMITS: 'no' }, 'RATE_LIMITS'],
    [{ ...production, RATE_LIMITS: 'off' }, 'sandbox'],
    [{ ...production, ALLOW_SANDBOX: 'true', RATE_LIMITS: 'off' }, 'sandbox'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'postgres://prumo:p#ss@db/prumo' }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'postgres://prumo@db/prumo', DATABASE_OWNER_URL: 'postgres://a:b/c@db' }, 'DATABASE_OWNER_URL'],
    [{ DATABASE_OWNER_URL: 'postgres://owner@db/prumo' }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'postgres://db/prumo?sslmode=prefer' }, 'verify-full'],
    [{ DATABASE_URL: 'postgres://db/prumo?sslmode=verify-ca' }, 'sslrootcert'],
    [{ DATABASE_URL: 'postgres://db/prumo?sslmode=verify-full&sslrootcert=/nonexistent' }, 'the file of sslrootcert'],
    [{ DATABASE_ROLES: 'api=a,projector=b,reactor=c' }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'postgres://db/prumo', DATABASE_ROLES: 'api=a,projector=b' }, 'DATABASE_ROLES'],
    [{ DATABASE_URL: 'postgres://db/prumo', DATABASE_ROLES: 'api=a,projector=b,reactor=' }, 'DATABASE_ROLES'],
    [{ DATABASE_URL: 'postgres://db/prumo', DATABASE_ROLES: 'api=a,projector=b,reactor=c,other=d' }, 'DATABASE_ROLES'],
    [{ GOOGLE_CLIENT_ID: 'id' }, 'GOOGLE_CLIENT_SECRET'],
    [{ OIDC_ISSUER: 'https://login.example' }, 'OIDC_ISSUER'],
    [{ ...google, OIDC_ISSUER: 'login.example' }, 'OIDC_ISSUER'],
    [{ ...google, OIDC_ISSUER: 'http://login.example' }, 'OIDC_ISSUER'],
    [{ ...google, OIDC_ISSUER: 'https://login.example/?realm=1' }, 'OIDC_ISSUER'],
    [{ ...google, OIDC_ISSUER: 'https://me:x@login.example' }, 'OIDC_ISSUER'],
    [{ ...google, OIDC_ISSUER: 'https://login.example/.well-known/openid-configuration' }, 'OIDC_ISSUER'],
    [{ ...asaas, ASAAS_API_KEY: 'aact_prod_000' }, 'ASAAS_API_KEY'],
    [{ ...asaas, ASAAS_API_KEY: '$aact_prod_000\n' }, 'ASAAS_API_KEY'],
    [{ ...asaas, ASAAS_API_KEY: '' }, 'ASAAS_API_KEY'],
    [{ ASAAS_TAX_ID: 'ask' }, 'ASAAS_API_KEY'],
    [{ ...asaas, ASAAS_URL: 'api.asaas.com' }, 'ASAAS_URL'],
    [{ ...asaas, ASAAS_URL: 'http://api.asaas.com/v3' }, 'ASAAS_URL'],
    [{ ...asaas, ASAAS_URL: 'https://api.asaas.com/v3?x=1' }, 'ASAAS_URL'],
    [{ ...asaas, ASAAS_URL: 'https://me:x@api.asaas.com/v3' }, 'ASAAS_URL'],
    [{ ...asaas, ASAAS_URL: 'https://api-sandbox.asaas.com/v3' }, 'different environments'],
    [{ ...asaas, ASAAS_API_KEY: PRACTICE_KEY }, 'different environments'],
    [{ ...asaas, ASAAS_WEBHOOK_TOKEN: '' }, 'ASAAS_WEBHOOK_TOKEN'],
    [{ ...asaas, ASAAS_WEBHOOK_TOKEN: 'w'.repeat(31) }, 'ASAAS_WEBHOOK_TOKEN'],
    [{ ...asaas, ASAAS_WEBHOOK_TOKEN: `${'w'.repeat(32)} x` }, 'ASAAS_WEBHOOK_TOKEN'],
    [{ ...asaas, ASAAS_PIX_KEY: '' }, 'ASAAS_PIX_KEY'],
    [{ ...asaas, ASAAS_PIX_KEY: '111.111.111-11' }, 'ASAAS_PIX_KEY'],
    [{ ...asaas, ASAAS_TAX_ID: 'ask' }, 'two ways'],
    [{ ...asaas, ASAAS_TAX_ID: 'yes' }, 'ASAAS_TAX_ID'],
    [{ ...production, ASAAS_API_KEY: '', ASAAS_WEBHOOK_TOKEN: '', ASAAS_PIX_KEY: '' }, 'ALLOW_SANDBOX'],
    [{ ...production, ...practice }, 'ALLOW_SANDBOX'],
    [{ ...production, ALLOW_SANDBOX: 'yes' }, 'ALLOW_SANDBOX'],
    [{ ...production, GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '' }, 'GOOGLE_CLIENT_ID'],
    [{ ...production, PUBLIC_ORIGIN: 'http://prumo.example' }, 'https'],
    [{ ...production, EVENT_LOG: '' }, 'EVENT_LOG'],
    [{ ...production, EVENT_LOG: '' }, 'EVENT_STORE_URL'],
    [{ EVENT_STORE_URL: 'http://127.0.0.1:2113' }, 'EVENT_STORE_URL'],
    [{ EVENT_STORE_URL: 'esdb://log:2113', EVENT_LOG: 'postgres' }, 'EVENT_LOG'],
    [{ EVENT_STORE_URL: 'esdb://log:2113', DEBUG: 'esdb:*' }, 'DEBUG'],
    [{ EVENT_STORE_URL: 'esdb://log:2113', DEBUG: 'koa, *' }, 'DEBUG'],
    [{ SUPPLIER_CNPJ: '11.222.333/0001-82' }, 'SUPPLIER_CNPJ'],
    [{ SUPPLIER_CNPJ: '11.222.333/0001' }, 'SUPPLIER_CNPJ'],
    [{ SUPPLIER_NAME: 'Duas\nlinhas' }, 'SUPPLIER_NAME'],
    [{ SUPPLIER_ADDRESS: 'x'.repeat(201) }, 'SUPPLIER_ADDRESS'],
    [{ SUPPORT_EMAIL: 'ajuda' }, 'SUPPORT_EMAIL'],
    [{ SUPPORT_EMAIL: 'ajuda@cantina' }, 'SUPPORT_EMAIL'],
    [{ SUPPORT_WHATSAPP: '81 91234-5678' }, 'SUPPORT_WHATSAPP'],
    [{ PRICE_CENTS: '10,00' }, 'PRICE_CENTS'],
    [{ PRICE_CENTS: '0' }, 'PRICE_CENTS'],
    [{ LIST_PRICE_CENTS: '1000' }, 'LIST_PRICE_CENTS'],
    [{ PRICE_CENTS: '2700' }, 'LIST_PRICE_CENTS'],
    [{ VIDEO_URL: 'https://videos.example/watch' }, 'VIDEO_URL'],
    [{ VIDEO_URL: 'http://videos.example/prumo.mp4' }, 'VIDEO_URL'],
    [{ VIDEO_URL: 'javascript:alert(1)//youtube.com' }, 'VIDEO_URL'],
    ...Object.keys(site).map((name): [Record<string, string>, string] => [{ ...production, [name]: '' }, name]),
    [{ ...production, SUPPLIER_NAME: 'Empresa de Exemplo Ltda.' }, 'SUPPLIER_NAME'],
    [{ ...production, SUPPLIER_CNPJ: '00000000000000' }, 'SUPPLIER_CNPJ'],
    [{ ...production, SUPPORT_EMAIL: 'Suporte@Exemplo.com' }, 'SUPPORT_EMAIL'],
    [{ ...production, SUPPORT_WHATSAPP: '+55 00 00000-0000' }, 'SUPPORT_WHATSAPP'],
  ])('refuses %j and names the wrong variable', (env, named) => {
    expect(() => read(env)).toThrow(ConfigError);
    expect(() => read(env)).toThrow(named);
  });

  test('accepts production when everything is named', () => {
    expect(read(production)).toMatchObject({ production: true, samples: false, adminEmails: [] });
  });

  test('accepts an EventStoreDB address in production, and needs no further name of the log', () => {
    const eventStoreUrl = 'esdb://prumo:secret@log.example:2113?tls=true';
    const { EVENT_LOG: _, ...rest } = production;
    expect(read({ ...rest, EVENT_STORE_URL: eventStoreUrl })).toMatchObject({ production: true, eventStoreUrl });
    expect(read(production).eventStoreUrl).toBeUndefined();
  });

  test('reports a wrong EventStoreDB address without its password', () => {
    const refused = (() => {
      try {
        return JSON.stringify(read({ EVENT_STORE_URL: 'http://prumo:secret@log:2113' }));
      } catch (error) {
        return String(error);
      }
    })();
    expect(refused).toContain('EVENT_STORE_URL');
    expect(refused).not.toContain('secret');
  });

  test('simulates payments until an account for them is configured', () => {
    expect(read({}).asaas).toBeUndefined();
    expect(read(asaas).asaas).toEqual({
      url: 'https://api.asaas.com/v3',
      apiKey: REAL_KEY,
      webhookToken: asaas.ASAAS_WEBHOOK_TOKEN,
      pixKey: asaas.ASAAS_PIX_KEY,
    });
  });

  test('requires payers’ documents when there is no PIX key', () => {
    const { pixKey, url } = read({ ...practice, ASAAS_PIX_KEY: '', ASAAS_TAX_ID: 'ask' }).asaas ?? {};
    expect([pixKey, url]).toEqual([undefined, 'https://api-sandbox.asaas.com/v3']);
  });

  test('normalises a PIX key, and drops the slash at the end of an address', () => {
    const { pixKey, url } =
      read({
        ...asaas,
        ASAAS_PIX_KEY: '11.222.333/0001-81',
        ASAAS_URL: 'http://localhost:9000/v3/',
      }).asaas ?? {};
    expect([pixKey, url]).toEqual(['11222333000181', 'http://localhost:9000/v3']);
  });

  test('names the database roles of the programs', () => {
    const env = { DATABASE_URL: 'postgres://db/prumo', DATABASE_ROLES: 'api=a, reactor=c, projector=b' };
    expect(read(env).databaseRoles).toEqual({ api: 'a', projector: 'b', reactor: 'c' });
    expect(read({ DATABASE_URL: 'postgres://db/prumo' }).databaseRoles).toBeUndefined();
  });

  test('allows production without real payments only where that is stated', () => {
    const without = { ...production, ASAAS_API_KEY: '', ASAAS_WEBHOOK_TOKEN: '', ASAAS_PIX_KEY: '' };
    expect(read({ ...without, ALLOW_SANDBOX: 'true' }).asaas).toBeUndefined();
    expect(read({ ...production, ...practice, ALLOW_SANDBOX: 'true' }).asaas?.apiKey).toBe(PRACTICE_KEY);
  });

  test.each([
    ['the key of Asaas', { ...asaas, ASAAS_API_KEY: 'aact_prod_canary' }],
    ['the token of the notices', { ...asaas, ASAAS_WEBHOOK_TOKEN: 'canary' }],
    ['the PIX key', { ...asaas, ASAAS_PIX_KEY: 'canary' }],
    ['a user in the address of Asaas', { ...asaas, ASAAS_URL: 'https://canary@api.asaas.com' }],
    ['a password in the address of the database', { DATABASE_URL: 'postgres://prumo:canary#@db/prumo' }],
  ])('is refused without repeating %s when it is wrong', (_secret, env) => {
    expect(() => read(env)).toThrow(ConfigError);
    expect(() => read(env)).not.toThrow('canary');
  });

  test('gives a fresh machine a placeholder shop with the usual price', () => {
    expect(read({}).site).toEqual({
      seller: {
        name: 'Empresa de Exemplo Ltda.',
        cnpj: '00.000.000/0000-00',
        address: 'Rua do Exemplo, 100, Cidade – UF',
      },
      support: { email: 'suporte@exemplo.com', whatsapp: '5500000000000' },
      priceCents: 1_000,
      listPriceCents: 2_700,
      video: { kind: 'file', src: '/demonstracao.webm', alternative: '/demonstracao.mp4' },
    });
  });

  test('reads the shop from the environment and normalises its numbers', () => {
    const { seller, support } = read({ ...site, SUPPLIER_CNPJ: '12abc34501de35' }).site;
    expect(seller).toEqual({
      name: 'Cantina do Código Ltda.',
      cnpj: '12.ABC.345/01DE-35',
      address: 'Rua das Flores, 12, Recife – PE',
    });
    expect(support).toEqual({ email: 'ajuda@cantina.com.br', whatsapp: '5581912345678' });
  });

  test('shows no list price when it is empty, whatever the price', () => {
    const { priceCents, listPriceCents } = read({ PRICE_CENTS: '4990', LIST_PRICE_CENTS: '' }).site;
    expect([priceCents, listPriceCents]).toEqual([4_990, undefined]);
  });

  test('shows no video when it is empty', () => {
    expect(read({ VIDEO_URL: '' }).site.video).toBeUndefined();
  });

  test.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3', 'frame', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    ['https://youtu.be/dQw4w9WgXcQ?si=x', 'frame', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    ['https://m.youtube.com/shorts/dQw4w9WgXcQ', 'frame', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    ['https://vimeo.com/76979871', 'frame', 'https://player.vimeo.com/video/76979871?dnt=1'],
    ['https://vimeo.com/76979871/8272103f6e', 'frame', 'https://player.vimeo.com/video/76979871?h=8272103f6e&dnt=1'],
    ['https://videos.example/prumo.mp4?v=2', 'file', 'https://videos.example/prumo.mp4?v=2'],
  ])('embeds the video at %s as a %s', (address, kind, src) => {
    const { video } = read({ VIDEO_URL: address }).site;
    expect(video?.kind).toBe(kind);
    expect(video?.src.startsWith(src), video?.src).toBe(true);
  });

  test('reads exactly the variables on the configuration page and in .env.example', () => {
    const names = new Set<string>();
    const watched = (env: Record<string, string>): Record<string, string> =>
      new Proxy(env, { get: (target, name: string) => (names.add(name), target[name]) });
    for (const env of [production, { ...production, ASAAS_PIX_KEY: '', ASAAS_TAX_ID: 'ask' }, {}]) read(watched(env));
    // `DEBUG` is read only to refuse a bad value; a `*_FILE` variable is documented with its own variable.
    const isDocumented = (name: string): boolean => name !== 'DEBUG' && !name.endsWith('_FILE');
    const wanted = [...names].filter(isDocumented).toSorted();
    const textOf = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
    const table = [...textOf('docs/operations/configuration.md').matchAll(/^\| (`[A-Z].*?) \|/gm)]
      .map(([, cell = '']) => cell)
      .join();
    expect([...table.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name).toSorted()).toEqual(wanted);
    const example = [...textOf('.env.example').matchAll(/^#([A-Z_]+)=/gm)].map(([, name = '']) => name);
    expect(example.filter((name) => name !== 'PUBLIC_HOST').toSorted()).toEqual(wanted); // This variable belongs to compose itself.
    const inFiles = [...names].filter((name) => name.endsWith('_FILE'));
    for (const name of inFiles) expect(textOf('.env.example')).toContain(name);
  });
});
