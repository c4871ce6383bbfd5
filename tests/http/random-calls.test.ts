import { afterAll, beforeAll, expect, test } from 'vitest';
import { answersAsTheModel } from '#tests/model/calls.ts';
import { runs } from '#tests/support/property-runs.ts';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { ownerEndpoints } from '#contract/owner.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { accountStream } from '#domain/streams.ts';
import { sessionCookie } from '#identity/cookies.ts';
import { createSessions } from '#identity/sessions.ts';
import { startApi } from '#tests/support/api.ts';
import { newEvents } from '#tests/support/histories.ts';
import { visitorAt } from '#tests/support/visitor.ts';
import { type OwnerAtApi, wireBody } from '#tests/model/owner-at-api.ts';

/** The product over HTTP, and as many owners as it takes: registered, with access, signed in, without a business. */
interface HttpOwners {
  owner(): Promise<OwnerAtApi>;
  stop(): Promise<void>;
}

const addressOf = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '');

/** The three ways to write a version. */
const versionHeader = (version: number): string =>
  [`${version}`, `"${version}"`, `W/"${version}"`][version % 3] ?? String(version);

async function httpOwners(): Promise<HttpOwners> {
  const api = await startApi();
  const log = await api.openLog();
  const sessions = createSessions(api.pool, () => new Date());
  const visitor = visitorAt(api.origin);

  async function owner(): Promise<OwnerAtApi> {
    const userId = randomUUID();
    const stream = accountStream(userId);
    const source = { kind: 'grant', id: randomUUID() };
    const joined = [
      { type: 'AccountRegistered', data: { issuer: 'test' } },
      { type: 'AccessSourceAdded', data: { source, reason: 'test' } },
    ];
    let { position } = await log.append(stream, 'none', newEvents(stream, 0, joined));
    const token = await sessions.start({ userId, kind: 'account' });
    const Cookie = `${sessionCookie(api.origin).name}=${token}`;
    return {
      async ask(asked) {
        const { method, path }: Endpoint = ownerEndpoints[asked.name];
        const { ifMatch, key } = asked;
        const answer = await visitor.call(method, addressOf(path, asked.params), {
          ...(method === 'DELETE' ? {} : { body: wireBody(asked) }),
          headers: {
            Cookie,
            ...(key === undefined ? {} : { 'Idempotency-Key': key }),
            ...(ifMatch === undefined ? {} : { 'If-Match': versionHeader(ifMatch) }),
          },
        });
        const own = answer.headers.get('X-Position');
        position = own !== null && own > position ? own : position;
        return { status: answer.status, body: answer.json, position: own, changeId: answer.headers.get('X-Change') };
      },
      async read(name, { params = {}, query = {} } = {}) {
        const { method, path } = ownerEndpoints[name];
        const answer = await visitor.call(method, `${addressOf(path, params)}?${new URLSearchParams(query)}`, {
          headers: { Cookie, 'X-Read-After': position },
        });
        expect([answer.status, answer.headers.get('X-Stale')]).toEqual([200, null]);
        return answer.json;
      },
    };
  }

  return {
    owner,
    async stop() {
      await api.stop();
    },
  };
}

let api: HttpOwners;
beforeAll(async () => {
  api = await httpOwners();
});
afterAll(() => api.stop());

test('the API answers random calls in any order like the reference model, and every read shows the earlier writes', async () => {
  // The number of runs is at most five hundred, because each makes dozens of calls over HTTP and commits in Postgres.
  await fc.assert(
    answersAsTheModel(() => api.owner()),
    runs(5, 500),
  );
});
