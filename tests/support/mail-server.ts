import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly recipients: readonly string[];
  /** Tells whether the connection was encrypted. */
  readonly isEncrypted: boolean;
  /** Header and body as received. */
  readonly raw: string;
  /** The value of one header, unfolded. */
  header(name: string): string | undefined;
}

export interface MailServer {
  /** The address in the format of `SMTP_URL`. */
  readonly url: string;
  /** The accepted messages, in order. */
  readonly messages: ReceivedMail[];
  /** The recipients that the server refuses. */
  readonly refusedRecipients: Set<string>;
  /** Accepts this number of messages without sending the confirmation. */
  loseReplies(times: number): void;
  stop(): Promise<void>;
}

interface Options {
  /** The port, to reuse a former one. */
  readonly port?: number;
  /** The server offers STARTTLS with a self-signed certificate. */
  readonly offersTls?: boolean;
}

/** A real SMTP server on loopback, which can misbehave. */
export async function startMailServer({ port = 0, offersTls = false }: Options = {}): Promise<MailServer> {
  const messages: ReceivedMail[] = [];
  const refusedRecipients = new Set<string>();
  const sockets = new Set<Socket>();
  let toLose = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: offersTls ? [] : ['STARTTLS'],
    logger: false,
    onRcptTo({ address }, _session, answer) {
      if (!refusedRecipients.has(address)) return answer();
      answer(Object.assign(new Error(`no such user: ${address}`), { responseCode: 550 }));
    },
    onData(stream, session, answer) {
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      async function take(): Promise<void> {
        const raw = await text(stream);
        messages.push({ recipients, isEncrypted: session.secure, raw, header: (name) => headerOf(raw, name) });
        if (toLose-- > 0) for (const socket of sockets) socket.destroy();
        else answer();
      }
      void take();
    },
  });
  server.on('error', () => undefined); // The server reports errors of connections that we cut ourselves.
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}?${offersTls ? 'tls.rejectUnauthorized=false' : 'requireTLS=false'}`,
    messages,
    refusedRecipients,
    loseReplies(times) {
      toLose = times;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function headerOf(raw: string, name: string): string | undefined {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ');
  const line = head.split('\r\n').find((each) => each.toLowerCase().startsWith(`${name.toLowerCase()}:`));
  return line?.slice(name.length + 1).trim();
}
