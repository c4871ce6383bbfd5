import { afterEach, beforeEach, expect, test } from 'vitest';
import { type HttpServer, listen } from '#http/server.ts';
import { ownPort } from '#tests/support/port.ts';
import { rawAnswer } from '#tests/support/api.ts';

/** The timeout is short for the tests, and long enough for a complete request to be read first. */
const SOON = { headersTimeout: 1_500, requestTimeout: 3_000, connectionsCheckingInterval: 50 };

let server: HttpServer;
let port: number;
beforeEach(async () => {
  port = await ownPort();
  server = await listen({ port, host: '127.0.0.1', publicOrigin: 'https://prumo.example' }, SOON);
  server.serve((_request, response) => response.end('answered'));
});
afterEach(() => server.close(0));

const answerTo = (sent: string): Promise<string> => rawAnswer(port, sent, '127.0.0.1');

test('a connection that sent no request is closed without an answer', async () => {
  expect(await answerTo('')).toBe('');
});

test.each([
  ['whose headers do not end', 'GET / HTTP/1.1\r\nHost: localhost\r\n', '408 Request Timeout', 'demorou demais'],
  ['too long in its headers', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, '431 ', 'grandes demais'],
  ['that is none', 'eu queria uma pizza\r\n\r\n', '400 Bad Request', 'não pôde ser lido'],
])('a request %s is refused with a sentence', async (_name, sent, status, sentence) => {
  const [head = '', body = ''] = (await answerTo(sent)).split('\r\n\r\n');
  expect(head).toContain(`HTTP/1.1 ${status}`);
  expect(head).toContain(`Content-Length: ${Buffer.byteLength(body)}`);
  expect(body).toContain(sentence);
});

test('a slow request does not lose the answer to the request before it on the same connection', async () => {
  const heard = await answerTo('GET / HTTP/1.1\r\nHost: localhost\r\n\r\nGET / HTTP/1.1\r\nHost:');
  expect(heard.indexOf('answered')).toBeGreaterThan(0);
  expect(heard.indexOf('answered')).toBeLessThan(heard.indexOf('408 Request Timeout'));
});
