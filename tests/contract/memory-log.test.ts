import { createMemoryLog } from '#eventstore/memory.ts';
import { describeEventLog } from './event-log.suite.ts';

describeEventLog(
  'in memory',
  async () => {
    const log = createMemoryLog();
    return { log, other: log, dispose: () => log.close() };
  },
  { knowsAllIds: true, erasesDataAtOnce: true },
);
