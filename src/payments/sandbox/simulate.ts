import type { Simulate, SimulatedOutcome } from '../port.ts';
import type { Charges } from './charges.ts';
import { type Notice, noticeOf } from './notices.ts';

interface SimulationRule {
  /** Statuses from which the outcome is possible; `to` itself too, so that the same event may be sent again. */
  readonly from: readonly string[];
  readonly to: string;
  /** The notifications in order: event and the charge's status at that time. */
  readonly told: readonly (readonly [event: string, status: string])[];
  /** Number of times that each notification is sent. */
  readonly times: number;
}

const UNPAID = ['PENDING', 'OVERDUE'];
const PAID = ['RECEIVED'];
const received = {
  from: [...UNPAID, ...PAID],
  to: 'RECEIVED',
  told: [['PAYMENT_RECEIVED', 'RECEIVED']],
  times: 1,
} as const;

const OUTCOMES: Readonly<Record<SimulatedOutcome, SimulationRule>> = {
  paid: received,
  duplicate: { ...received, times: 3 },
  // The charge became overdue and was then paid; the later notification arrives first.
  out_of_order: {
    ...received,
    told: [
      ['PAYMENT_RECEIVED', 'RECEIVED'],
      ['PAYMENT_OVERDUE', 'OVERDUE'],
    ],
  },
  overdue: { from: UNPAID, to: 'OVERDUE', told: [['PAYMENT_OVERDUE', 'OVERDUE']], times: 1 },
  refunded: { from: [...PAID, 'REFUNDED'], to: 'REFUNDED', told: [['PAYMENT_REFUNDED', 'REFUNDED']], times: 1 },
  chargeback: {
    from: [...PAID, 'CHARGEBACK_REQUESTED'],
    to: 'CHARGEBACK_REQUESTED',
    told: [['PAYMENT_CHARGEBACK_REQUESTED', 'CHARGEBACK_REQUESTED']],
    times: 1,
  },
};

/** @param post delivers one notification; the next one is sent once it has been accepted */
export function simulation({
  charges,
  clock,
  post,
}: {
  readonly charges: Charges;
  readonly clock: () => Date;
  readonly post: (notice: Notice) => Promise<void>;
}): Simulate {
  return async (reference, outcome) => {
    const { from, to, told, times } = OUTCOMES[outcome];
    const row = await charges.move(reference, from, to);
    for (const [event, status] of told) {
      const notice = noticeOf(event, row, { status, at: clock() });
      for (let time = 0; time < times; time++) await post(notice);
    }
  };
}
