import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import { fields } from '#contract/body.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { Id, Name } from '#contract/fields.ts';
import * as v from 'valibot';
import { isDescribed } from './described.ts';
import { fuzz, type FuzzResult } from './run.ts';

// The fuzz run against servers that have one fault each: what it is there for, it finds.

const CALLS: Readonly<Record<string, Endpoint>> = {
  list: {
    method: 'GET',
    path: '/api/things',
    access: 'anyone',
    tag: 'Loja',
    summary: 'Coisas.',
    query: v.object({ search: v.optional(v.string()) }),
  },
  rename: {
    method: 'PUT',
    path: '/api/things/:id',
    access: 'anyone',
    tag: 'Loja',
    summary: 'Muda o nome.',
    params: v.object({ id: Id }),
    body: fields({ name: Name }),
  },
};

const REFUSED = {
  type: 'urn:prumo:problem:invalid',
  title: 'Dados inválidos',
  status: 422,
  detail: 'Confira os dados enviados.',
  code: 'invalid',
};

interface Exchange {
  readonly asked: IncomingMessage;
  readonly body: string;
  readonly answer: ServerResponse;
}

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

function refuse({ answer }: Exchange, problem: object = REFUSED, status = 422): void {
  answer.writeHead(status, { 'Content-Type': 'application/problem+json; charset=utf-8' });
  answer.end(JSON.stringify(problem));
}

/** @param planted answers itself where it has its fault, and says so; every other request is answered as it should be */
async function fuzzed(planted: (exchange: Exchange) => boolean): Promise<FuzzResult> {
  // Not to be turned away by the parser, which has nothing to say in JSON.
  const serving = createServer({ maxHeaderSize: 64 * 1_024 }, (asked, answer) => {
    const parts: Buffer[] = [];
    asked.on('data', (part: Buffer) => parts.push(part));
    asked.on('end', () => {
      const exchange = { asked, answer, body: Buffer.concat(parts).toString('utf8') };
      if (planted(exchange)) return;
      if (asked.method === 'GET' || /^\{"name":"[\w -]+"\}$/.test(exchange.body)) answer.end('[]');
      else refuse(exchange);
    });
  });
  server = serving;
  serving.listen(0, '127.0.0.1');
  await once(serving, 'listening');
  const { port } = serving.address() as { port: number };
  return fuzz({
    origin: `http://127.0.0.1:${port}`,
    calls: CALLS,
    callers: [{ name: 'anonymous', cookie: () => '', take: () => undefined }],
    requests: 600,
    seed: 7,
    slowMs: 700,
    patienceMs: 1_500,
  });
}

/** The search holds a NUL: one of some sixty hostile texts, in one of two calls. */
const hasNul = ({ asked }: Exchange): boolean => /search=[^&]*%00/.test(asked.url ?? '');
const isPut = ({ asked }: Exchange): boolean => asked.method === 'PUT';

test('a server without a fault is found to have none', async () => {
  const { faults, requests } = await fuzzed(() => false);
  expect(faults).toEqual([]);
  expect(requests).toBe(600);
});

describe('is found', () => {
  test('a failure: 500 where a search holds NUL', async () => {
    const { faults } = await fuzzed((exchange) => {
      if (hasNul(exchange)) refuse(exchange, { ...REFUSED, status: 500 }, 500);
      return hasNul(exchange);
    });
    expect(faults.join('\n')).toMatch(/^list as anonymous: status 500 ← GET \/api\/things\?.*%00/m);
    expect(faults.filter((fault) => !fault.startsWith('list'))).toEqual([]);
  });

  test('a 503 that does not say when to come again', async () => {
    const { faults } = await fuzzed((exchange) => {
      if (hasNul(exchange)) refuse(exchange, { ...REFUSED, status: 503 }, 503);
      return hasNul(exchange);
    });
    expect(faults.join('\n')).toContain('status 503');
  });

  test('a hang: no answer where a search holds NUL', async () => {
    const { faults } = await fuzzed(hasNul);
    expect(faults.join('\n')).toMatch(/^list as anonymous: no answer ← GET \/api\/things\?.*%00/m);
  });

  test('an answer that begins and does not end', async () => {
    const { faults } = await fuzzed((exchange) => {
      if (hasNul(exchange)) exchange.answer.write('[');
      return hasNul(exchange);
    });
    expect(faults.join('\n')).toContain('list as anonymous: no answer');
  });

  test('an answer that comes late', async () => {
    const { faults } = await fuzzed((exchange) => {
      if (hasNul(exchange)) setTimeout(() => exchange.answer.end('[]'), 1_000);
      return hasNul(exchange);
    });
    expect(faults.join('\n')).toMatch(/list as anonymous: slow: 1\d{3} ms/);
  });

  test('an answer that is cut off', async () => {
    const { faults } = await fuzzed((exchange) => {
      if (hasNul(exchange)) exchange.asked.socket.destroy();
      return hasNul(exchange);
    });
    expect(faults.join('\n')).toContain('list as anonymous: cut off');
  });

  test.each([
    ['what was sent, in the words of the answer', (body: string) => ({ detail: `Não conhecemos ${body}.` }), 'repeats'],
    ['English', () => ({ detail: 'Invalid type: Expected string but received Array' }), 'not Portuguese'],
    ['no sentence', () => ({ detail: 'invalid_name' }), 'no sentence'],
    ['a shape that nobody knows', () => ({ hint: 'Tente de novo.' }), 'not the documented shape'],
    ['another status than it has', () => ({ status: 400 }), 'says 400 and is 422'],
    ['a field that was sent', (body: string) => ({ fields: { [body]: 'Preencha este campo.' } }), 'as a field'],
  ])('a problem with %s', async (_what, changed, found) => {
    const { faults } = await fuzzed((exchange) => {
      const isRefused = isPut(exchange) && exchange.body.includes('zqx');
      if (isRefused) refuse(exchange, { ...REFUSED, ...changed(exchange.body.slice(0, 200)) });
      return isRefused;
    });
    expect(faults.join('\n')).toContain(found);
  });

  test('a call that answers nobody by its own rules', async () => {
    const { faults } = await fuzzed((exchange) => {
      if (isPut(exchange)) refuse(exchange);
      return isPut(exchange);
    });
    expect(faults).toEqual([expect.stringMatching(/^rename: no request of \d+ got past validation$/)]);
  });
});

test('a status that the API’s description does not have is found, of its calls only', () => {
  const told = (method: string, path: string, status: number): boolean => isDescribed({ method, path }, status);
  expect([told('GET', '/api/site?x=1', 200), told('GET', '/api/site', 409), told('GET', '/api/site', 204)]).toEqual([
    true,
    false,
    false,
  ]);
  const dish = '/api/dishes/3f2b8c1e-7a44-4d5b-9c3d-1a2b3c4d5e6f';
  expect([told('DELETE', dish, 204), told('DELETE', dish, 200), told('GET', dish, 405)]).toEqual([true, false, true]);
});
