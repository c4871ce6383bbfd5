import { createEventStoreDbLog } from '#eventstore/eventstoredb/eventstoredb-log.ts';
import { startStandIn } from '#tests/support/eventstoredb/stand-in.ts';
import { describeEventLog } from './event-log.suite.ts';

describeEventLog(
  'in an EventStoreDB stand-in',
  async () => {
    const server = await startStandIn();
    server.writeForeign(40);
    const log = await createEventStoreDbLog({ url: server.url, timeoutMs: 10_000 });
    const other = await createEventStoreDbLog({ url: server.url, timeoutMs: 10_000 });
    return {
      log,
      other,
      async dispose() {
        await Promise.all([log.close(), other.close()]);
        await server.stop();
      },
    };
  },
  { knowsAllIds: false, erasesDataAtOnce: true },
);
