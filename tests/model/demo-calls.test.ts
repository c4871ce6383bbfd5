import { runs } from '#tests/support/property-runs.ts';
import fc from 'fast-check';
import { test } from 'vitest';
import { answersAsTheModel } from './calls.ts';
import { ownerEndpoints } from '#contract/owner.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { createEmptyBusiness } from '#web/api/demo-business.ts';
import { createDemoClient } from '#web/api/demo.ts';
import { ApiProblem } from '#web/api/failures.ts';
import { type OwnerAtApi, wireBody } from './owner-at-api.ts';

/** An owner whose business lives in memory: contract, commands and folds, without network and database. */
function demoOwner(): OwnerAtApi {
  const api = createDemoClient({ createBusiness: async () => createEmptyBusiness() });
  const anyCall = (name: string, sent: object): Promise<unknown> => api.call(name as 'addDish', sent as never);
  return {
    async ask(asked) {
      let changeId: string | null = null;
      const endpoint: Endpoint = ownerEndpoints[asked.name];
      const sent = {
        params: asked.params,
        body: wireBody(asked),
        ifMatch: asked.ifMatch,
        onChangeId: (id: string) => {
          changeId = id;
        },
        ...(asked.key === undefined ? {} : { idempotencyKey: asked.key }),
      };
      try {
        return { status: endpoint.status ?? 200, body: await anyCall(asked.name, sent), position: null, changeId };
      } catch (error) {
        if (!(error instanceof ApiProblem)) throw error;
        const { status, code, detail, fields, current } = error;
        return { status, body: { status, code, detail, fields, current }, position: null, changeId };
      }
    },
    read: (name, { params = {}, query = {} } = {}) => anyCall(name, { params, query }),
  };
}

test('the API without a network answers any calls in any order as the plain model does', async () => {
  await fc.assert(
    answersAsTheModel(async () => demoOwner()),
    runs(40),
  );
});
