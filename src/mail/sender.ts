import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Mailer, MailFailed, type Message } from './port.ts';
import type { MailQueue, Outgoing } from './queue.ts';

/** Sends what is queued, one after the other, until it is taken over or there is no hope left. */
export interface MailSender {
  start(): void;
  /** Lets the message at hand finish. */
  stop(): Promise<void>;
  /** One message if one is due. @returns false when none was */
  sendNext(): Promise<boolean>;
}

interface Options {
  readonly queue: MailQueue;
  readonly mailer: Mailer;
  /** Builds the message now; null: there is nobody to send it to any more, or nothing to tell. */
  readonly compose: (mail: Outgoing) => Promise<Message | null>;
  readonly clock: () => Date;
  /** Gets no address and no name. */
  readonly logger: Pick<Logger, 'warn'>;
  readonly pauseMs?: number;
}

const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 4 * 60 * 60 * 1_000;
/** As long as mail servers themselves go on trying. */
const GIVE_UP_AFTER_MS = 5 * 24 * 60 * 60 * 1_000;

export function createMailSender(options: Options): MailSender {
  const { queue, mailer, compose, clock, logger, pauseMs = 2_000 } = options;
  const stopped = new AbortController();
  let running: Promise<void> | undefined;

  async function failed(mail: Outgoing, error: unknown): Promise<void> {
    const { kind, paymentId, tries, queuedAt } = mail;
    logger.warn({ err: error, kind, paymentId, tries }, 'mail not sent');
    if (error instanceof MailFailed && error.kind === 'refused') return queue.end(mail, 'refused');
    const now = clock().getTime();
    if (now - queuedAt.getTime() > GIVE_UP_AFTER_MS) return queue.end(mail, 'given_up');
    const wait = Math.min(FIRST_WAIT_MS * 2 ** (tries - 1), LONGEST_WAIT_MS);
    return queue.again(mail, new Date(now + wait));
  }

  async function send(mail: Outgoing): Promise<void> {
    try {
      const message = await compose(mail);
      if (message) await mailer.send(message);
      await queue.end(mail, message ? 'sent' : 'pointless');
    } catch (error) {
      await failed(mail, error);
    }
  }

  async function sendNext(): Promise<boolean> {
    const mail = await queue.take();
    if (mail) await send(mail);
    return mail !== undefined;
  }

  async function run(): Promise<void> {
    const { signal } = stopped;
    while (!signal.aborted) {
      const hadOne = await sendNext().catch((error: unknown) => {
        logger.warn({ err: error }, 'mail queue out of reach');
        return false;
      });
      if (!hadOne) await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }

  return {
    start() {
      running ??= run();
    },
    async stop() {
      stopped.abort();
      await running;
    },
    sendNext,
  };
}
