import { createEmptyBusiness } from '#web/api/demo-business.ts';
import { createDemoClient } from '#web/api/demo.ts';
import { describeApiClient } from './api-client.suite.ts';

describeApiClient('of the demo', async () => ({
  api: createDemoClient({ createBusiness: async () => createEmptyBusiness() }),
  dispose: async () => undefined,
}));
