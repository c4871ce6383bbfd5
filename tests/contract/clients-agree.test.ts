import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { randomUUID } from 'node:crypto';
import { anyStep } from '#tests/support/arbitraries.ts';
import type { OwnerClient } from '#web/api/client.ts';
import { createEmptyBusiness } from '#web/api/demo-business.ts';
import { createDemoClient } from '#web/api/demo.ts';
import { ApiProblem } from '#web/api/failures.ts';
import { sendCommand } from '#web/stores/business/send-command.ts';
import { readBusiness } from '#web/stores/business/read-business.ts';
import { type ClientUnderTest, serverClient } from './server-client.ts';

let server: ClientUnderTest;
beforeAll(async () => {
  server = await serverClient();
});
afterAll(() => server.dispose());

/** A client that also records each of its answers as text. */
function recordAnswers(api: OwnerClient): { readonly api: OwnerClient; readonly answers: readonly string[] } {
  const answers: string[] = [];
  const call: OwnerClient['call'] = async (name, sent) => {
    const at = answers.push('') - 1; // Simultaneous calls are recorded in the order in which they were made.
    try {
      const reply = await api.call(name, sent);
      answers[at] = `${name} ${JSON.stringify(reply)}`;
      return reply;
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      const { status, code, detail, fields, current } = error;
      answers[at] = `${name} refused ${JSON.stringify({ status, code, detail, fields, current })}`;
      throw error;
    }
  };
  return { api: { call }, answers };
}

/** Replaces ids by their order of appearance and drops positions, because only these may differ. */
function comparable(answers: readonly string[]): string[] {
  const ids = new Map<string, string>();
  const idOf = (id: string): string => ids.get(id) ?? (ids.set(id, `id ${ids.size}`).get(id) as string);
  return answers.map((answer) =>
    answer
      .replaceAll(/"position":"[\w-]+:\d{20}"/g, '"position":"there"')
      .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, idOf),
  );
}

const STEPS = fc
  .sample(anyStep, { numRuns: 150, seed: 11 })
  .map((step) => ({ step, keys: [randomUUID(), randomUUID()] }));

/**
 * Executes the steps. Each request is sent, then repeated, then sent again by a client that has not seen the first
 * answer.
 */
async function executeSteps(client: OwnerClient): Promise<readonly string[]> {
  const { api, answers } = recordAnswers(client);
  for (const { step, keys } of STEPS) {
    const { business: confirmed } = await readBusiness(api);
    const command = step(confirmed, randomUUID());
    if (command)
      for (const key of [keys[0], keys[0], keys[1]])
        await sendCommand(api, { command, confirmed, key: key ?? '' }).catch(() => undefined);
  }
  await readBusiness(api);
  return answers;
}

test('the demo answers like the server, byte for byte except for ids and positions', async () => {
  const ofServer = comparable(await executeSteps(server.api));
  const ofDemo = comparable(
    await executeSteps(createDemoClient({ createBusiness: async () => createEmptyBusiness() })),
  );
  // Only the first difference is shown, because the whole text would fill pages.
  const at = ofServer.findIndex((answer, index) => answer !== ofDemo[index]);
  expect(ofDemo[at]).toBe(ofServer[at]);
  expect(ofDemo.length).toBe(ofServer.length);
  const codes = new Set(ofServer.map((answer) => / refused .*"code":"(\w+)"/.exec(answer)?.[1]));
  expect([...codes]).toEqual(expect.arrayContaining(['not_found', 'changed_meanwhile', 'ingredient_already_in_dish']));
  expect(ofServer.length).toBeGreaterThan(1_000);
});
