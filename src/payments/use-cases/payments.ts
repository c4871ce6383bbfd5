import { type Begin, createBegin } from './begin.ts';
import { createClaims } from './claims.ts';
import { type Collect, createCollect } from './collect.ts';
import { createNotices, type Notices } from './notices.ts';
import type { PaymentsPorts } from './ports.ts';
import { createReceiptOf, type ReceiptOf } from './receipt.ts';
import { createRedeem, type Redeem } from './redeem.ts';
import { createTransfers, type Transfers } from './transfers.ts';
import { createStatus, type Status } from './status.ts';
import { createSweep, type Sweep } from './sweep.ts';
import { createVerifyAccess, type VerifyAccess } from './verify-access.ts';
import { createView } from './viewer.ts';

/** The use cases of payments, for any provider. */
export interface Payments {
  readonly begin: Begin;
  readonly status: Status;
  readonly receiptOf: ReceiptOf;
  readonly verifyAccess: VerifyAccess;
  readonly redeem: Redeem;
  readonly transfers: Transfers;
  readonly collect: Collect;
  readonly notices: Notices;
  readonly sweep: Sweep;
}

export function createPayments(ports: PaymentsPorts): Payments {
  const view = createView(ports);
  const claims = createClaims(ports);
  const collect = createCollect({ ...ports, claims });
  const transfers = createTransfers(ports);
  return {
    begin: createBegin(ports),
    status: createStatus({ ...ports, view, claims, collect }),
    receiptOf: createReceiptOf({ ...ports, view }),
    verifyAccess: createVerifyAccess({ ...ports, claims, transfers, collect }),
    redeem: createRedeem({ ...ports, claims }),
    transfers,
    collect,
    notices: createNotices({ ...ports, collect }),
    sweep: createSweep({ ...ports, collect }),
  };
}
