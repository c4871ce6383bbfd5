/** One message to one person. */
export interface Message {
  /** The same id whenever the same message is sent again, so that a repeat can be recognised: `x@prumo.example`. */
  readonly id: string;
  /** The payment that the message is about; not part of the mail. */
  readonly paymentId: string;
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface Mailer {
  /** Resolves once the mail server has accepted the message. @throws MailFailed */
  send(message: Message): Promise<void>;
  close(): void;
}

/** The mail was not sent. `refused`: retries are pointless. `later`: it was not accepted, or the outcome is unknown. */
export class MailFailed extends Error {
  override readonly name = 'MailFailed';
  readonly kind: 'refused' | 'later';
  /** @param reason for the log: no address, and no text of the mail server, which often repeats the address */
  constructor(kind: 'refused' | 'later', reason: string) {
    super(`mail not sent (${kind}): ${reason}`);
    this.kind = kind;
  }
}
