import { accountEndpoints } from './account.ts';
import { adminEndpoints } from './admin.ts';
import { dataEndpoints } from './data.ts';
import type { Endpoint } from './endpoint.ts';
import { liveEndpoints } from './live.ts';
import { paymentEndpoints } from './payment.ts';
import { sessionEndpoints } from './session.ts';
import { siteEndpoints } from './site.ts';

/** The whole API. */
export const contract = {
  ...sessionEndpoints,
  ...accountEndpoints,
  ...dataEndpoints,
  ...liveEndpoints,
  ...paymentEndpoints,
  ...adminEndpoints,
  ...siteEndpoints,
};

export type Contract = typeof contract;
export type EndpointName = keyof Contract;

/** The owner's reads: each answers with something that stands ready. */
export type ViewName = {
  [Name in EndpointName]: Contract[Name] extends {
    readonly access: 'owner';
    readonly method: 'GET';
    readonly reply: unknown;
  }
    ? Name
    : never;
}[EndpointName];

export const isView = (name: EndpointName): name is ViewName => {
  const endpoint: Endpoint = contract[name];
  return endpoint.access === 'owner' && endpoint.method === 'GET' && endpoint.reply !== undefined;
};
