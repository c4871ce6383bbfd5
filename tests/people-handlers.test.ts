import { expect, test } from 'vitest';
import { CommandNotDone } from '#app/command-handler.ts';
import { peopleHandlers, type PeoplePorts } from '#http/handlers/people.ts';

type Ending = Parameters<ReturnType<typeof peopleHandlers>['endSessions']>[0];
const ANA = { userId: 'ana', kind: 'account' };
const call = { params: { id: 'bia' }, visitor: ANA, requestId: 'r' } as unknown as Ending;

function handlersWith(note: PeoplePorts['adminRecord']['append']) {
  const did: string[] = [];
  const handlers = peopleHandlers({
    adminEmails: [],
    adminQueries: { person: async () => ({ sessions: [{}, {}] }) } as unknown as PeoplePorts['adminQueries'],
    adminRecord: {
      append(event, by) {
        did.push(`${event.type} ${JSON.stringify(event.data)}`);
        return note(event, by);
      },
    },
    sessions: {
      async endAllOf(userId) {
        did.push(`ended those of ${userId}`);
        return 2;
      },
    },
  });
  return { handlers, did };
}

test('an administrator’s request ends sessions only after it was recorded who requested that', async () => {
  const { handlers, did } = handlersWith(async () => 'event');
  await handlers.endSessions(call);
  expect(did).toEqual(['SessionsEnded {"userId":"bia","sessions":2}', 'ended those of bia']);
});

test('an administrator’s request ends no session when that cannot be recorded', async () => {
  const { handlers, did } = handlersWith(() => Promise.reject(new CommandNotDone('the log is away')));
  await expect(handlers.endSessions(call)).rejects.toThrow(CommandNotDone);
  expect(did).toHaveLength(1);
});
