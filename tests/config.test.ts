import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from '#src/config.ts';

const read = (env: Record<string, string>) => readConfig(env, '/somewhere');
const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
const production = {
  NODE_ENV: 'production',
  PUBLIC_ORIGIN: 'https://prumo.example',
  EVENT_LOG: 'postgres',
  ...google,
};

describe('configuration', () => {
  test('a fresh machine needs none: loopback, port 3000, its own folder, sample people', () => {
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

  test('the public origin follows the port', () => {
    expect(read({ PORT: '4001' }).publicOrigin).toBe('http://localhost:4001');
  });

  test('with Google there are no sample people', () => {
    expect(read(google)).toMatchObject({ samples: false, google: { clientId: 'id', clientSecret: 'secret' } });
  });

  test.each([
    [{ PORT: '0' }, 'PORT'],
    [{ PORT: '80a' }, 'PORT'],
    [{ PORT: '65536' }, 'PORT'],
    [{ METRICS_PORT: 'x' }, 'METRICS_PORT'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
    [{ PUBLIC_ORIGIN: 'prumo.example' }, 'PUBLIC_ORIGIN'],
    [{ PUBLIC_ORIGIN: 'https://prumo.example/app' }, 'PUBLIC_ORIGIN'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
    [{ DATABASE_OWNER_URL: 'postgres://owner@db/prumo' }, 'DATABASE_URL'],
    [{ GOOGLE_CLIENT_ID: 'id' }, 'GOOGLE_CLIENT_SECRET'],
    [{ ...production, GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '' }, 'GOOGLE_CLIENT_ID'],
    [{ ...production, PUBLIC_ORIGIN: 'http://prumo.example' }, 'https'],
    [{ ...production, EVENT_LOG: '' }, 'EVENT_LOG'],
  ])('%j is refused, naming what is wrong', (env, named) => {
    expect(() => read(env)).toThrow(ConfigError);
    expect(() => read(env)).toThrow(named);
  });

  test('production starts with everything named', () => {
    expect(read(production)).toMatchObject({ production: true, samples: false, adminEmails: [] });
  });
});
