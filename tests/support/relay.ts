import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** The step of the conversation at which a relay answers; `message` comes after the last line of an e-mail. */
export type RelayStage = 'greeting' | 'EHLO' | 'AUTH' | 'MAIL' | 'RCPT' | 'message';

export interface Relay {
  /** The address with a name and a password, without encryption. */
  readonly url: string;
  /** The lines that it has received, without the contents of e-mails; and the first word of each. */
  readonly lines: readonly string[];
  readonly commands: readonly string[];
  /** The number of its refusals. */
  readonly refusals: number;
  /** Answers this stage with this reply from now on. */
  refuse(stage: RelayStage, reply: string): void;
  /** Accepts everything from now on. */
  acceptAll(): void;
  stop(): Promise<void>;
}

const ANSWERS: Readonly<Record<string, string>> = {
  EHLO: '250-relay.example\r\n250-ENHANCEDSTATUSCODES\r\n250 AUTH PLAIN',
  HELO: '250 relay.example',
  AUTH: '235 2.7.0 Authentication successful',
  MAIL: '250 2.1.0 Ok',
  RCPT: '250 2.1.5 Ok',
  DATA: '354 End data with <CR><LF>.<CR><LF>',
  QUIT: '221 2.0.0 Bye',
};

/** A relay that can refuse any step of the conversation with any text, unlike a real server. */
export async function startRelay(): Promise<Relay> {
  const refused = new Map<RelayStage, string>();
  const lines: string[] = [];
  const sockets = new Set<Socket>();
  let refusals = 0;

  function answerAt(stage: string, otherwise: string): string {
    const reply = refused.get(stage as RelayStage);
    if (reply !== undefined) refusals += 1;
    return reply ?? otherwise;
  }

  function converse(socket: Socket): void {
    let isInMail = false;
    const say = (reply: string): void => void socket.write(`${reply}\r\n`);
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined); // A client may hang up after a refusal.
    say(answerAt('greeting', '220 relay.example ESMTP'));
    createInterface(socket).on('line', (line) => {
      if (isInMail) {
        if (line !== '.') return;
        isInMail = false;
        say(answerAt('message', '250 2.0.0 Ok: queued'));
        return;
      }
      lines.push(line);
      const command = line.split(' ')[0] ?? '';
      // A client whose EHLO is refused tries the older HELO.
      if (command === 'HELO' && refused.has('EHLO')) return say(refused.get('EHLO') ?? '');
      const reply = answerAt(command, ANSWERS[command] ?? '502 5.5.2 Command not recognised');
      isInMail = reply.startsWith('354');
      say(reply);
    });
  }

  const server = createServer(converse);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://prumo:hush@127.0.0.1:${(server.address() as AddressInfo).port}?requireTLS=false`,
    lines,
    get commands() {
      return lines.map((line) => line.split(' ')[0] ?? '');
    },
    get refusals() {
      return refusals;
    },
    refuse: (stage, reply) => void refused.set(stage, reply),
    acceptAll: () => refused.clear(),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
