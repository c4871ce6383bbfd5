import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ConfigError, withSecretFiles } from '#config/environment.ts';
import { readConfig } from '#config/config.ts';

const folder = mkdtempSync(join(tmpdir(), 'prumo-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileWith(text: string): string {
  const file = join(folder, 'secret');
  writeFileSync(file, text);
  return file;
}

test.each([
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'EVENT_STORE_URL',
  'GOOGLE_CLIENT_SECRET',
  'ASAAS_API_KEY',
  'ASAAS_WEBHOOK_TOKEN',
  'ADMIN_PASSWORD_HASH',
  'SMTP_URL',
])('the secret %s may be given as a file', (name) => {
  expect(withSecretFiles({ [`${name}_FILE`]: fileWith(' $secret$ \r\n'), PORT: '1' })).toMatchObject({
    [name]: '$secret$',
    PORT: '1',
  });
});

test('the configuration reads each secret from the file that its variable names', () => {
  const env = { DATABASE_URL_FILE: fileWith('postgres://db.example/prumo\n') };
  expect(readConfig(env, '/somewhere').databaseUrl).toBe('postgres://db.example/prumo');
  expect(() => readConfig({ DATABASE_URL_FILE: fileWith('mysql://hush') }, '/somewhere')).toThrow(ConfigError);
});

test('an empty secret file, or an empty file name, counts as a variable that is not set', () => {
  expect(withSecretFiles({ SMTP_URL_FILE: fileWith('\n') })['SMTP_URL']).toBe('');
  expect(withSecretFiles({ SMTP_URL_FILE: '', SMTP_URL: 'smtp://mail' })['SMTP_URL']).toBe('smtp://mail');
});

test('a secret given twice, or in a missing file, is refused without repeating it', () => {
  const twice = { SMTP_URL: 'smtp://hush', SMTP_URL_FILE: fileWith('smtp://hush') };
  expect(() => withSecretFiles(twice)).toThrow('SMTP_URL and SMTP_URL_FILE are the same secret: set one of them');
  expect(() => withSecretFiles({ SMTP_URL_FILE: join(folder, 'none') })).toThrow(
    new ConfigError('SMTP_URL_FILE names a file that cannot be read'),
  );
});

test('no variable but a secret may be given as a file', () => {
  expect(withSecretFiles({ PORT_FILE: fileWith('1') })).not.toHaveProperty('PORT');
});
