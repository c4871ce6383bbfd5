import { v5 as uuidFrom } from 'uuid';

/** Deterministic ids, so that a repeated request makes the same entities again. */

const NAMESPACE = '6f0a2f0e-5d1b-5c0e-9a53-3a0d2f7f6c11';

/** The business that an account opens on first use. */
export const firstBusinessIdOf = (userId: string): string => uuidFrom(`business of ${userId}`, NAMESPACE);

/**
 * Derives the id of the guest of a payment: a person who uses the product by this payment alone. The same payment
 * always has the same guest. A payment id is random in all its bits, so it is no namespace itself.
 */
export const guestIdOf = (paymentId: string): string => uuidFrom(`guest of payment ${paymentId}`, NAMESPACE);

/** Identifies one command by its idempotency key within business, method and path. */
export const changeIdOf = (businessId: string, methodAndPath: string, key: string): string =>
  uuidFrom(`${methodAndPath} ${key}`, businessId);

/** The id of an entity that a command adds; `index` tells several entities of one change apart. */
export const entityIdOf = (changeId: string, index?: number): string =>
  uuidFrom(index === undefined ? 'entity' : `entity ${index}`, changeId);
