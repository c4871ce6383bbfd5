import { randomUUID } from 'node:crypto';
import { createAccounts } from '#app/accounts.ts';
import { accountAggregate, businessAggregate, paymentAggregate } from '#app/aggregate.ts';
import { createCommandHandler } from '#app/command-handler.ts';
import { firstBusinessIdOf } from '#app/ids.ts';
import { createMemoryLog } from '#eventstore/memory.ts';
import { LogUnavailable } from '#eventstore/port.ts';
import { seedSamples } from '#processes/sample-people.ts';
import { faultyLog } from '#tests/support/faulty-log.ts';
import { expect, test } from 'vitest';

const away = () => Promise.reject(new LogUnavailable('not_appended', new Error('busy')));

function machine(failures: { readonly vault: readonly Error[]; readonly appends: number }) {
  const memory = createMemoryLog();
  const log = faultyLog(memory, { appends: Array.from({ length: failures.appends }, () => away) });
  const vaultFailures = [...failures.vault];
  const users = new Map<string, string>();
  const wait = async (): Promise<void> => undefined;
  const handling = { log, now: () => new Date(), wait };
  const useCases = {
    vault: {
      async recogniseOrRegister({ subject }: { readonly subject: string }) {
        const failure = vaultFailures.shift();
        if (failure) throw failure;
        const userId = users.get(subject) ?? randomUUID();
        users.set(subject, userId);
        return { userId };
      },
    },
    accounts: createAccounts(createCommandHandler({ ...handling, aggregate: accountAggregate }), randomUUID),
    handlers: {
      businesses: createCommandHandler({ ...handling, aggregate: businessAggregate }),
      payments: createCommandHandler({ ...handling, aggregate: paymentAggregate }),
    },
  };
  return {
    seed: () => seedSamples({ log: log as never, wait, clock: () => new Date() }, useCases as never),
    dishes: async (): Promise<number> => {
      const [owner = ''] = users.values();
      return (await useCases.handlers.businesses.currentState(firstBusinessIdOf(owner))).dishes.size;
    },
  };
}

test('sample people are created once, even when the machine is busy during the start', async () => {
  const { seed, dishes } = machine({
    vault: [new Error('timeout exceeded when trying to connect')],
    appends: 7,
  });
  await seed();
  const count = await dishes();
  expect(count).toBeGreaterThan(0);
  await seed();
  expect(await dishes()).toBe(count);
});

test('any error but an unavailable database ends the start that creates the sample people', async () => {
  await expect(machine({ vault: [new Error('column does not exist')], appends: 0 }).seed()).rejects.toThrow('column');
});

test('a start gives up creating the sample people when the log stays unavailable', async () => {
  await expect(machine({ vault: [], appends: 10_000 }).seed()).rejects.toThrow('away');
});
