/** One message on its way to one person. */
export interface Message {
  /** The same whenever the same message is sent again, so that a repeat can be told from a second one: `x@prumo.example`. */
  readonly id: string;
  /** What it is about; nobody is told. */
  readonly paymentId: string;
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface Mailer {
  /** Resolves once somebody else has taken the message over. @throws MailFailed */
  send(message: Message): Promise<void>;
  close(): void;
}

/** `refused`: no try will change that. `later`: it was not taken, or it is not known whether it was. */
export class MailFailed extends Error {
  override readonly name = 'MailFailed';
  readonly kind: 'refused' | 'later';
  /** `reason` is for the log: no address, and nothing that the other side said, which likes to repeat it. */
  constructor(kind: 'refused' | 'later', reason: string) {
    super(`mail not sent (${kind}): ${reason}`);
    this.kind = kind;
  }
}
