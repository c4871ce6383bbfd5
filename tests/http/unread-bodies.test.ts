import { Agent, request } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type RunningApi, startApi } from '#tests/support/api.ts';

// A proxy sends the requests of many people over one connection, so an unread body must not block the next
// request.

let api: RunningApi;
let agent: Agent;
beforeAll(async () => {
  api = await startApi();
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
});
afterEach(() => agent.destroy());
afterAll(() => api.stop());

interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const answered = ({ method, path, headers = {}, body }: RawRequest): Promise<number> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(api.origin);
    const call = request({ hostname, port, agent, method, path, headers, signal: AbortSignal.timeout(5_000) });
    call.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    call.on('error', reject);
    call.end(body);
  });

const LARGE = 'x'.repeat(600_000);
const JSON_BODY = { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' };

test.each<[string, RawRequest]>([
  [
    'is not valid gzip',
    { method: 'POST', path: '/api/sessions', headers: { ...JSON_BODY, 'Content-Encoding': 'gzip' }, body: LARGE },
  ],
  ['is too large', { method: 'POST', path: '/api/sessions', headers: JSON_BODY, body: LARGE }],
  [
    'is too large and chunked',
    { method: 'POST', path: '/api/sessions', headers: { ...JSON_BODY, 'Transfer-Encoding': 'chunked' }, body: LARGE },
  ],
  [
    'the call does not expect',
    { method: 'GET', path: '/api/site', headers: { 'Content-Length': String(LARGE.length) }, body: LARGE },
  ],
  ['comes without a session', { method: 'POST', path: '/api/dishes', headers: JSON_BODY, body: LARGE }],
  [
    'is not a notice',
    { method: 'POST', path: '/api/payment/webhook', headers: { 'Content-Encoding': 'gzip' }, body: LARGE },
  ],
  ['goes to an unknown path', { method: 'POST', path: '/nowhere', headers: JSON_BODY, body: LARGE }],
])('the connection continues after a body that %s', async (_what, sent) => {
  for (let round = 0; round < 3; round += 1) {
    expect(await answered(sent)).toBeLessThan(500);
    expect(await answered({ method: 'GET', path: '/healthz' })).toBe(200);
  }
});
