export interface Notice {
  readonly id: string;
  readonly event: string;
  readonly dateCreated: string;
  readonly payment?: Readonly<Record<string, unknown>>;
}

export interface WebhookQueue {
  /** The receiver of notices; notices wait while there is none. */
  target: { readonly url: string; readonly token: string } | undefined;
  readonly waiting: Notice[];
  /** The queue has stopped after too many failures in a row: nothing is sent until `resume`. */
  readonly isInterrupted: boolean;
  add(event: string, payment?: Readonly<Record<string, unknown>>): Notice;
  /** Reverses the waiting notices. */
  reverse(): void;
  /** Repeats all waiting notices this number of times, with the copies at the end. */
  repeat(times: number): void;
  /**
   * Sends the waiting notices in order, until all are accepted or the queue stops. Only 200 counts; other answers lead
   * to a retry.
   * @param tries the most tries; by default it ends when the queue is empty or interrupted
   * @returns the status of every try; 0 without an answer
   */
  deliver(tries?: number): Promise<readonly number[]>;
  resume(): void;
}

const STOPS_AFTER = 15;

export function createWebhookQueue({ timeoutMs = 10_000 } = {}): WebhookQueue {
  const waiting: Notice[] = [];
  let failures = 0;
  let count = 0;
  let target: WebhookQueue['target'];

  async function post(notice: Notice, { url, token }: NonNullable<WebhookQueue['target']>): Promise<number> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'asaas-access-token': token, 'user-agent': 'Asaas_Hmlg/3.0' },
        body: JSON.stringify(notice),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      });
      await response.body?.cancel();
      return response.status;
    } catch {
      return 0;
    }
  }

  return {
    get target() {
      return target;
    },
    set target(next) {
      target = next;
    },
    waiting,
    get isInterrupted() {
      return failures >= STOPS_AFTER;
    },
    add(event, payment) {
      const id = `evt_${String(++count).padStart(8, '0')}&${count}`;
      const notice = { id, event, dateCreated: '2026-11-21 00:45:21', ...(payment ? { payment } : {}) };
      waiting.push(notice);
      return notice;
    },
    reverse: () => void waiting.splice(0, waiting.length, ...waiting.toReversed()),
    repeat(times) {
      const once = [...waiting];
      for (let time = 1; time < times; time++) waiting.push(...once);
    },
    async deliver(tries = Infinity) {
      const to = target;
      const statuses: number[] = [];
      if (!to) return statuses;
      while (waiting[0] && failures < STOPS_AFTER && statuses.length < tries) {
        const status = await post(waiting[0], to);
        statuses.push(status);
        failures = status === 200 ? 0 : failures + 1;
        if (status === 200) waiting.shift();
      }
      return statuses;
    },
    resume() {
      failures = 0;
    },
  };
}
