import { accountEndpoints } from './account.ts';
import { adminEndpoints } from './admin.ts';
import { dataEndpoints } from './data.ts';
import { paymentEndpoints } from './payment.ts';
import { sessionEndpoints } from './session.ts';
import { siteEndpoints } from './site.ts';

/** The whole API. */
export const contract = {
  ...sessionEndpoints,
  ...accountEndpoints,
  ...dataEndpoints,
  ...paymentEndpoints,
  ...adminEndpoints,
  ...siteEndpoints,
};

export type Contract = typeof contract;
export type EndpointName = keyof Contract;

/** The owner's reads: each answers with something that stands ready. */
export type ViewName = {
  [Name in EndpointName]: Contract[Name] extends { readonly access: 'owner'; readonly method: 'GET' } ? Name : never;
}[EndpointName];

export const isView = (name: EndpointName): name is ViewName =>
  contract[name].access === 'owner' && contract[name].method === 'GET';
