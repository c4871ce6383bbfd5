import { accountEndpoints } from './account.ts';
import { adminEndpoints } from './admin.ts';
import { ownerEndpoints, liveEndpoints } from './owner.ts';
import { paymentEndpoints } from './payment.ts';
import { sessionEndpoints } from './session.ts';
import { siteEndpoints } from './site.ts';

/** The whole API. */
export const contract = {
  ...sessionEndpoints,
  ...accountEndpoints,
  ...ownerEndpoints,
  ...liveEndpoints,
  ...paymentEndpoints,
  ...adminEndpoints,
  ...siteEndpoints,
};

export type Contract = typeof contract;
export type EndpointName = keyof Contract;
