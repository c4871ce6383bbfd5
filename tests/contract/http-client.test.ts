import { describeApiClient } from './api-client.suite.ts';
import { serverClient } from './server-client.ts';

describeApiClient('over HTTP', serverClient);
