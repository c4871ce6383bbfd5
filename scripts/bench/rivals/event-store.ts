import { createServer } from 'node:http';
import { startStandIn } from '#tests/support/eventstoredb/stand-in.ts';

/** A stand-in for EventStoreDB as a process of its own: `/ready` on PORT says where it is. */
const { url } = await startStandIn();
createServer((_, response) => response.end(url)).listen(Number(process.env['PORT']), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
