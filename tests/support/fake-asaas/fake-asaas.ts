import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Account, createAccount } from './account.ts';
import { type Answer, createFaults, type Faults, respond } from './faults.ts';
import { answerTo, paymentBody } from './routes.ts';
import { createWebhookQueue, type WebhookQueue } from './webhook-queue.ts';

export interface ReceivedRequest {
  readonly method: string;
  /** The path with the query, without the version. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface FakeAsaas {
  /** Base address with the version: http://127.0.0.1:port/v3 */
  readonly url: string;
  readonly apiKey: string;
  /** The account's registered PIX key. */
  readonly pixKey: string;
  readonly account: Account;
  readonly faults: Faults;
  readonly webhooks: WebhookQueue;
  /** All requests, in order. */
  readonly requests: ReceivedRequest[];
  stop(): Promise<void>;
}

/** The keys of the environment that this fake plays. */
const KEY_BEGINNING = '$aact_hmlg_';
const API_KEY = `${KEY_BEGINNING}000MzkwODA2MWY2OGM3MWRlMDU2NWM3MzJlNzZmNGZhZGY6OjAwMDAwMDAwMDAwMDAwMDAwMDA6OiRhYWNo$1$&`;
const PIX_KEY = 'b6295ee1-f054-47d1-9e90-ee57b74f60d9';

/** Asaas, API v3, over real HTTP on loopback: its answers, refusals, notices and faults of the connection. */
export async function startFakeAsaas(): Promise<FakeAsaas> {
  const webhooks = createWebhookQueue();
  const announce: Parameters<typeof createAccount>[0]['announce'] = (event, payment) =>
    void webhooks.add(event, paymentBody(payment));
  const account = createAccount({ pixKey: PIX_KEY, announce });
  const faults = createFaults();
  const requests: ReceivedRequest[] = [];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const { method = '', headers } = request;
    const url = new URL(request.url ?? '', 'http://fake');
    const path = url.pathname.replace(/^\/v3/, '');
    requests.push({ method, path: path + url.search, headers, body });
    await respond(response, faults.take(`${method} ${path}`), () => {
      const stranger = refusalOf(headers);
      return stranger ?? answerTo(account, { method, path, query: url.searchParams, body: parsed(body) });
    });
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v3`,
    apiKey: API_KEY,
    pixKey: PIX_KEY,
    account,
    faults,
    webhooks,
    requests,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The four refusals of a wrong key. */
function refusalOf({ access_token: key }: IncomingMessage['headers']): Answer | undefined {
  const refused = (code: string): Answer => ({
    status: 401,
    body: { errors: [{ code, description: `A chave de API ${String(key)} não é aceita.` }] },
  });
  if (key === undefined) return refused('access_token_not_found');
  if (typeof key !== 'string' || !/^\$aact_(prod|hmlg)_/.test(key)) return refused('invalid_access_token_format');
  if (!key.startsWith(KEY_BEGINNING)) return refused('invalid_environment');
  return key === API_KEY ? undefined : refused('invalid_access_token');
}

function parsed(body: string): Record<string, unknown> {
  try {
    return JSON.parse(body) as Record<string, unknown>;
  } catch {
    return {};
  }
}
