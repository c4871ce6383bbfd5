import { type Requirement, shown } from '../requirement.ts';

const LOG = 'http/refusal-log';
const LINES = `${LOG} › every line is JSON with its time, level and message; nothing that is sent makes one` as const;
const SECRETS = 'http/paying-secrets › names, e-mails, documents, codes and tokens stay where they belong';

/** Chapter 16: what is noted, and what happens when something fails. */
export const LOGGING: readonly Requirement[] = [
  shown(
    '16.2.1',
    'A line says when, where, who and what',
    LINES,
    `${LOG} › a refused request leaves a line › without the right: with whose session it was`,
    'http/access-log › the access log › has account, instant, IP and port of every session started',
  ),
  shown(
    '16.2.3',
    'Lines go where it is said, and nowhere else',
    'security/source-rules › the log › has one way in, to the standard output, and no other place',
  ),
  shown('16.2.4', 'Lines can be read by programs', LINES),
  shown(
    '16.2.5',
    'No secret and nobody’s data are in a line',
    SECRETS,
    `${LOG} › a refused request leaves a line › with a wrong field: its name, never its value`,
    'identity/rejections › sign-in with an issuer with Google’s habits › errors carry no code, token, e-mail or secret',
  ),
  shown(
    '16.3.1',
    'Every sign-in is noted, the refused ones too',
    'app/accounts › the first sign-in registers, each one is recorded',
    `${LOG} › a refused request leaves a line › with a code to sign in by that is none`,
    `${LOG} › a refused request leaves a line › with a wrong password of the administration`,
  ),
  shown(
    '16.3.2',
    'Whoever is refused is noted',
    `${LOG} › a refused request leaves a line › without the right: with whose session it was`,
    `${LOG} › a refused request leaves a line › with a session that is none, or no more`,
    'http/admin › the trail › who was refused is in it, once a minute and call',
  ),
  shown(
    '16.3.3',
    'Whoever tries the doors is noted',
    `${LOG} › a refused request leaves a line › from another site`,
    `${LOG} › a refused request leaves a line › with a wrong field: its name, never its value`,
    `${LOG} › a refused request leaves a line › that cannot be read, or is too large`,
    `${LOG} › a flood is counted, not written`,
  ),
  shown(
    '16.3.4',
    'What nobody foresaw is noted in full',
    `${LOG} › what nobody foresaw is told to the caller in general words, and to the log in full`,
    'http/streamed-answers › %s: is cut, logged and counted',
  ),
  shown('16.4.1', 'Nothing that is sent makes a line of its own', LINES),
  shown(
    '16.4.2',
    'What is noted cannot be changed unseen',
    'audit/trail-writer › whoever runs the product cannot change an entry',
    'audit/verify-audit › found as well › entry %i deleted',
    'postgres/runtime-role › the role that the product runs as › may not: %s',
  ),
  shown(
    '16.5.1',
    'Failures are told in general words',
    `${LOG} › what nobody foresaw is told to the caller in general words, and to the log in full`,
  ),
  shown(
    '16.5.2',
    'What is away is done without, and nothing opens by it',
    'http/limits › a quota › goes on counting while the database is away',
    'app/accounts › with the log out of reach nobody is let in',
    'http/paying › a provider that does not do it › away: 503 with a sentence, as text to who asks for no JSON',
  ),
  shown(
    '16.5.3',
    'What fails opens nothing and does nothing by halves',
    'app/accounts › with the log out of reach nobody is let in',
    'people-handlers › and not at all where that cannot be noted',
    'app/command-handler › a command › that is refused writes nothing and gives the state on which it was refused',
  ),
];
