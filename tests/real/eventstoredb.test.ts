import { expect, test } from 'vitest';
import { nodesOf } from '#tests/support/eventstoredb/leader.ts';
import { describeProgram } from './support/real-program.ts';

const url = process.env['EVENT_STORE_URL'] ?? '';
/** The contract is tested in `tests/contract/eventstoredb-real.test.ts`. */
const installation = url === '' ? 'EVENT_STORE_URL names none' : { version: `${nodesOf(url).length} nodes` };

describeProgram({ name: 'EventStoreDB', installation, isPackagedByDebian: false }, (_found, tell) => {
  const { host, searchParams } = new URL(nodesOf(url)[0] ?? '');

  test.runIf(searchParams.get('tls') === 'false')('reports its version over HTTP', async (context) => {
    const info = await fetch(`http://${host}/info`);
    const { esVersion } = (await info.json()) as { readonly esVersion: string };
    expect(esVersion).toMatch(/^\d+\.\d+/);
    tell(context, esVersion);
  });
});
