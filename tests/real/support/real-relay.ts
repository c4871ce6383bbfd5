import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitUntil } from '#runtime/waiting.ts';
import type { InstalledProgram } from './real-program.ts';
import { type Daemon, findProgram, outputOf, startDaemon, versionIn } from './programs.ts';

/** An installed mail server. */
export interface RelayProgram extends InstalledProgram {
  readonly kind: 'Exim' | 'OpenSMTPD';
  readonly path: string;
}

export interface RealRelay {
  readonly port: number;
  /** Returns everything that it has delivered into the mailbox. */
  mailbox(): string;
  stop(): Promise<void>;
}

interface Setting {
  readonly port: number;
  /** It greets every client with 554 and accepts nothing. */
  readonly refusesAll: boolean;
}

export function installedRelay(): RelayProgram | string {
  const exim = findProgram('exim4', 'exim');
  if (exim !== undefined) return { kind: 'Exim', path: exim, version: `Exim ${versionIn(outputOf(exim, ['-bV']))}` };
  const openSmtpd = findProgram('smtpd');
  if (openSmtpd === undefined) return 'neither Exim nor OpenSMTPD is installed';
  return { kind: 'OpenSMTPD', path: openSmtpd, version: 'OpenSMTPD' };
}

/** The minimal configuration beside the machine's own mail server: an address, and one mailbox for everybody. */
const exim = ({ port, refusesAll }: Setting, folder: string): string => `
primary_hostname = relay.example
spool_directory = ${folder}/spool
log_file_path = ${folder}/log-%slog
pid_file_path =
local_interfaces = 127.0.0.1
daemon_smtp_ports = ${port}
tls_advertise_hosts =
deliver_drop_privilege = true
keep_environment =
acl_smtp_connect = ${refusesAll ? 'refuse' : 'take'}
acl_smtp_rcpt = take
begin acl
take:
  accept
refuse:
  deny message = 554 no service here
begin routers
everybody:
  driver = accept
  transport = mailbox
begin transports
mailbox:
  driver = appendfile
  file = ${folder}/mailbox
  mode = 0666
  mode_fail_narrower = false
`;

const openSmtpd = ({ port }: Setting, folder: string): string => `
listen on 127.0.0.1 port ${port} hostname relay.example
action keep mda "cat >> ${folder}/mailbox"
match from any for any action keep
queue path ${folder}/spool
`;

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/** Starts on loopback, with a spool and a mailbox in a folder of its own. */
export async function startRealRelay({ kind, path }: RelayProgram, setting: Setting): Promise<RealRelay> {
  const folder = mkdtempSync(join(tmpdir(), 'prumo-relay-'));
  chmodSync(folder, 0o777); // The server runs as a user of its own.
  mkdirSync(join(folder, 'spool'));
  chmodSync(join(folder, 'spool'), 0o777);
  const file = join(folder, 'relay.conf');
  writeFileSync(file, kind === 'Exim' ? exim(setting, folder) : openSmtpd(setting, folder));
  chmodSync(file, 0o644);
  const daemon: Daemon = startDaemon(path, kind === 'Exim' ? ['-C', file, '-bdf', '-q1m'] : ['-d', '-f', file]);
  const isThere = await waitUntil(() => accepts(setting.port), { everyMs: 50, withinMs: 20_000 });
  if (!isThere) {
    await daemon.stop();
    throw new Error(`${kind} does not listen: ${daemon.output()}`);
  }
  const mailbox = join(folder, 'mailbox');
  return {
    port: setting.port,
    mailbox: () => (existsSync(mailbox) ? readFileSync(mailbox, 'utf8') : ''),
    async stop() {
      await daemon.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
