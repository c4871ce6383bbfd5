import type { Simulate, SimulatedOutcome } from '../provider.ts';
import type { Charges } from './charges.ts';
import { type SandboxNotification, notificationOf } from './notifications.ts';

interface SimulationRule {
  /** Statuses from which the outcome is possible; `to` itself too, so that the same event may be sent again. */
  readonly from: readonly string[];
  readonly to: string;
  /** The notifications to send, in order: the event and the charge's status at that time. */
  readonly notifications: readonly (readonly [event: string, status: string])[];
  /** The number of times that each notification is sent. */
  readonly sendCount: number;
}

const UNPAID_STATUSES = ['PENDING', 'OVERDUE'];
const PAID_STATUSES = ['RECEIVED'];
const PAID_RULE = {
  from: [...UNPAID_STATUSES, ...PAID_STATUSES],
  to: 'RECEIVED',
  notifications: [['PAYMENT_RECEIVED', 'RECEIVED']],
  sendCount: 1,
} as const;

const OUTCOMES: Readonly<Record<SimulatedOutcome, SimulationRule>> = {
  paid: PAID_RULE,
  duplicate: { ...PAID_RULE, sendCount: 3 },
  // The charge became overdue and was then paid; the later notification arrives first.
  out_of_order: {
    ...PAID_RULE,
    notifications: [
      ['PAYMENT_RECEIVED', 'RECEIVED'],
      ['PAYMENT_OVERDUE', 'OVERDUE'],
    ],
  },
  overdue: { from: UNPAID_STATUSES, to: 'OVERDUE', notifications: [['PAYMENT_OVERDUE', 'OVERDUE']], sendCount: 1 },
  refunded: {
    from: [...PAID_STATUSES, 'REFUNDED'],
    to: 'REFUNDED',
    notifications: [['PAYMENT_REFUNDED', 'REFUNDED']],
    sendCount: 1,
  },
  chargeback: {
    from: [...PAID_STATUSES, 'CHARGEBACK_REQUESTED'],
    to: 'CHARGEBACK_REQUESTED',
    notifications: [['PAYMENT_CHARGEBACK_REQUESTED', 'CHARGEBACK_REQUESTED']],
    sendCount: 1,
  },
};

/** Creates the simulation of events. @param post delivers one notification; the next follows once it is accepted */
export function createSimulation({
  charges,
  clock,
  post,
}: {
  readonly charges: Charges;
  readonly clock: () => Date;
  readonly post: (notification: SandboxNotification) => Promise<void>;
}): Simulate {
  return async (paymentId, outcome) => {
    const { from, to, notifications, sendCount } = OUTCOMES[outcome];
    const row = await charges.changeStatus(paymentId, from, to);
    for (const [event, status] of notifications) {
      const notification = notificationOf(event, row, { status, at: clock() });
      for (let attempt = 0; attempt < sendCount; attempt++) await post(notification);
    }
  };
}
