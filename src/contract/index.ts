import { accountEndpoints } from './account.ts';
import { dataEndpoints } from './data.ts';
import { sessionEndpoints } from './session.ts';
import { siteEndpoints } from './site.ts';

const { joinGuest, listBusinesses, openBusiness } = accountEndpoints;

/** The whole API. */
export const contract = {
  ...sessionEndpoints,
  joinGuest,
  listBusinesses,
  openBusiness,
  ...dataEndpoints,
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
