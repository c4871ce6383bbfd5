import { dataEndpoints } from './data.ts';
import { sessionEndpoints } from './session.ts';

/** The whole API. */
export const contract = { ...sessionEndpoints, ...dataEndpoints };

export type Contract = typeof contract;
export type EndpointName = keyof Contract;
