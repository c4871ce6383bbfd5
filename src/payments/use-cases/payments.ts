import { type BeginPayment, createBeginPayment } from './begin-payment.ts';
import { createClaimPayment } from './claim-payment.ts';
import { type RereadCharge, createRereadCharge } from './reread-charge.ts';
import { createNotifications, type Notifications } from './notifications.ts';
import type { PaymentsPorts } from './ports.ts';
import { createFindReceipt, type FindReceipt } from './receipt.ts';
import { createRedeemReceiptCode, type RedeemReceiptCode } from './redeem.ts';
import { createTransfers, type Transfers } from './transfers.ts';
import { createPaymentStatusReader, type PaymentStatusReader } from './status.ts';
import { createSyncAndAwaitAccess } from './sync-access.ts';
import { createChargeRereads, type ChargeRereads } from './charge-rereads.ts';
import { createVerifyAccess, type VerifyAccess } from './verify-access.ts';
import { createFindVisiblePayment } from './visible-payment.ts';

/** The use cases of payments, for any provider. */
export interface Payments {
  readonly beginPayment: BeginPayment;
  readonly status: PaymentStatusReader;
  readonly findReceipt: FindReceipt;
  readonly verifyAccess: VerifyAccess;
  readonly redeem: RedeemReceiptCode;
  readonly transfers: Transfers;
  readonly rereadCharge: RereadCharge;
  readonly notifications: Notifications;
  readonly rereads: ChargeRereads;
}

export function createPayments(ports: PaymentsPorts): Payments {
  const findVisiblePayment = createFindVisiblePayment(ports);
  const claimPayment = createClaimPayment(ports);
  const syncAndAwaitAccess = createSyncAndAwaitAccess(ports);
  const rereadCharge = createRereadCharge({ ...ports, claimPayment });
  const transfers = createTransfers(ports);
  return {
    beginPayment: createBeginPayment(ports),
    status: createPaymentStatusReader({ ...ports, findVisiblePayment, claimPayment, syncAndAwaitAccess, rereadCharge }),
    findReceipt: createFindReceipt({ ...ports, findVisiblePayment }),
    verifyAccess: createVerifyAccess({ ...ports, claimPayment, syncAndAwaitAccess, transfers, rereadCharge }),
    redeem: createRedeemReceiptCode({ ...ports, claimPayment, syncAndAwaitAccess }),
    transfers,
    rereadCharge,
    notifications: createNotifications({ ...ports, rereadCharge }),
    rereads: createChargeRereads({ ...ports, rereadCharge }),
  };
}
