import { getPixKeyInfo } from '@brazilian-utils/brazilian-utils/get-pix-key-info';
import { ConfigError, readAll, type Environment } from './environment.ts';
import { isLoopback } from '#runtime/loopback.ts';

/** The account at Asaas that receives the payments. */
export interface AsaasConfig {
  /** The address with the version, without a trailing slash. */
  readonly url: string;
  readonly apiKey: string;
  /** The token in the notifications of Asaas. */
  readonly webhookToken: string;
  /** The account's PIX key for static codes; undefined if payers are asked for their CPF or CNPJ. */
  readonly pixKey: string | undefined;
}

const OTHER_VARIABLES = ['ASAAS_URL', 'ASAAS_PIX_KEY', 'ASAAS_WEBHOOK_TOKEN', 'ASAAS_TAX_ID'] as const;

/**
 * No message repeats a value: they are secrets, or a person's document.
 * @returns undefined without ASAAS_API_KEY: payments are simulated
 * @throws ConfigError naming the variable and its allowed values
 */
export function readAsaasConfig(env: Environment): AsaasConfig | undefined {
  const apiKey = env['ASAAS_API_KEY'] ?? '';
  if (apiKey === '') {
    const unusableName = OTHER_VARIABLES.find((name) => env[name]);
    if (unusableName) throw new ConfigError(`${unusableName} needs ASAAS_API_KEY beside it`);
    return undefined;
  }
  if (!/^\$aact_[\x21-\x7e]+$/.test(apiKey))
    throw new ConfigError('ASAAS_API_KEY must begin with $aact_: shells want it in single quotes, compose files $$');
  const settings = readAll({
    url: () => urlFrom(env['ASAAS_URL'] || 'https://api.asaas.com/v3', apiKey),
    webhookToken: () => tokenFrom(env),
    pixKey: () => pixKeyFrom(env),
  });
  return Object.freeze({ ...settings, apiKey });
}

/** The test environment of Asaas has keys of its own; no money moves there. */
export const isTestKey = (apiKey: string): boolean => apiKey.startsWith('$aact_hmlg_');

function urlFrom(text: string, apiKey: string): string {
  const invalidUrl = new ConfigError(
    'ASAAS_URL must be the https address of the API, such as https://api.asaas.com/v3',
  );
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw invalidUrl;
  }
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  if (!isSafe || url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') throw invalidUrl;
  const isOtherEnvironment =
    (url.hostname === 'api.asaas.com' && isTestKey(apiKey)) ||
    (url.hostname === 'api-sandbox.asaas.com' && apiKey.startsWith('$aact_prod_'));
  if (isOtherEnvironment)
    throw new ConfigError(
      'ASAAS_URL and ASAAS_API_KEY are of different environments: $aact_prod_ goes with https://api.asaas.com/v3, ' +
        '$aact_hmlg_ with https://api-sandbox.asaas.com/v3',
    );
  return url.href.replace(/\/+$/, '');
}

function tokenFrom(env: Environment): string {
  const token = env['ASAAS_WEBHOOK_TOKEN'] ?? '';
  if (!/^[\x21-\x7e]{32,255}$/.test(token))
    throw new ConfigError(
      'ASAAS_WEBHOOK_TOKEN must be the token of the webhook as set at Asaas: 32 to 255 characters, no blanks',
    );
  return token;
}

function pixKeyFrom(env: Environment): string | undefined {
  const taxIdSetting = env['ASAAS_TAX_ID'] ?? '';
  if (taxIdSetting !== '' && taxIdSetting !== 'ask')
    throw new ConfigError('ASAAS_TAX_ID must be "ask", so that payers give their CPF or CNPJ, or empty');
  const key = env['ASAAS_PIX_KEY'] ?? '';
  if (taxIdSetting === 'ask') {
    if (key === '') return undefined;
    throw new ConfigError('ASAAS_PIX_KEY and ASAAS_TAX_ID=ask are two ways of charging: set one of them');
  }
  const keyInfo = getPixKeyInfo(key);
  if (keyInfo === null)
    throw new ConfigError(
      'ASAAS_PIX_KEY must be a PIX key of the account at Asaas (or set ASAAS_TAX_ID=ask, and payers give their CPF)',
    );
  return keyInfo.value;
}
