import { startWorker, type Worker } from '#runtime/worker.ts';
import type { Logger } from 'pino';
import { type Mailer, MailFailed, type Message } from './port.ts';
import type { MailQueue, QueuedMail } from './queue.ts';

/** Sends queued messages, one after the other, until each is accepted or given up. */
export interface MailSender {
  start(): void;
  /** Stops after the message at hand. */
  stop(): Promise<void>;
  /** Sends one message if one is due. @returns false when none was */
  sendNext(): Promise<boolean>;
}

interface Options {
  readonly queue: MailQueue;
  readonly mailer: Mailer;
  /** Builds the message at the time of sending; null when there is no recipient any more, or nothing to say. */
  readonly compose: (mail: QueuedMail) => Promise<Message | null>;
  /** The log gets no address and no name. */
  readonly logger: Pick<Logger, 'warn'>;
  /** The interval at which due messages are looked for, in milliseconds. */
  readonly everyMs?: number;
}

export function createMailSender({ queue, mailer, compose, logger, everyMs = 2_000 }: Options): MailSender {
  let worker: Worker | undefined;

  async function handleFailure(mail: QueuedMail, error: unknown): Promise<void> {
    const { kind, paymentId, attempts } = mail;
    logger.warn({ err: error, kind, paymentId, attempts }, 'mail not sent');
    if (error instanceof MailFailed && error.kind === 'refused') return queue.end(mail, 'refused');
    return queue.retry(mail);
  }

  async function send(mail: QueuedMail): Promise<void> {
    try {
      const message = await compose(mail);
      if (message) await mailer.send(message);
      await queue.end(mail, message ? 'sent' : 'pointless');
    } catch (error) {
      await handleFailure(mail, error);
    }
  }

  async function sendNext(): Promise<boolean> {
    const mail = await queue.take();
    if (mail) await send(mail);
    return mail !== undefined;
  }

  return {
    start() {
      worker ??= startWorker({
        round: async () => ((await sendNext()) ? 1 : 0),
        everyMs,
        onError: (error) => logger.warn({ err: error }, 'mail queue out of reach'),
      });
    },
    async stop() {
      await worker?.stop();
    },
    sendNext,
  };
}
