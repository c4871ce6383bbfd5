import { type Requirement, shown } from '../requirement.ts';

const EVERY = 'http/every-answer › every answer';
const COOKIE =
  'http/every-answer › every cookie › is bound to this host and to https, out of reach of scripts and of other sites';
const BARE =
  'http/every-answer › what answers before the app, or instead of it, carries the same › a server that starts, a request that is none, a process without pages, its metrics';

/** Chapters 3 to 5: what browsers, other sites and what lies between are told; files. */
export const BROWSER: readonly Requirement[] = [
  shown(
    '3.2.1',
    'An answer is never shown as something that it is not',
    `${EVERY} › is taken for what it says it is`,
    `${EVERY} › with a body says what it is and how it is encoded, and is that`,
  ),
  shown(
    '3.2.2',
    'Text is put into pages as text',
    'e2e/hostile-names › a name that is HTML is a text on every screen that shows it, in charts too',
    'security/source-rules › what is sent becomes no program › no text is put into a page as HTML',
  ),
  shown(
    '3.3.1',
    'Cookies go over https only, and their names say so',
    COOKIE,
    'identity/cookies › on https the cookies are bound to the host',
  ),
  shown(
    '3.3.2',
    'Cookies do not come along with requests of other sites',
    COOKIE,
    'identity/cookies › on https the cookies are bound to the host',
  ),
  shown(
    '3.3.3',
    'Cookies belong to one host',
    COOKIE,
    'identity/cookies › no domain: other hosts of the same site never see them',
  ),
  shown(
    '3.3.4',
    'Scripts cannot read the session’s token, which is in its cookie only',
    COOKIE,
    'http/sessions › the token › is in its cookie, and in no answer; what the identity provider gave is in none either',
    'security/source-rules › cookies are set in one place',
  ),
  shown(
    '3.4.1',
    'Browsers keep to https for a year, below our name too',
    `${EVERY} › is for https only, for a year, below our name too`,
    BARE,
  ),
  shown('3.4.2', 'No other site may read an answer', `${EVERY} › is read by no other site, whatever it says it is`),
  shown(
    '3.4.3',
    'A policy lets only our own scripts run, no plug-ins, no other base',
    `${EVERY} › lets run and load only what is ours: no plug-ins, no other base, no inline script`,
    'http/pages › pages › carry the nonce that their own policy allows, a new one each time',
    BARE,
  ),
  shown('3.4.4', 'Browsers do not guess types', `${EVERY} › is taken for what it says it is`, BARE),
  shown('3.4.5', 'Other sites are told no path', `${EVERY} › tells other sites no path`, BARE),
  shown('3.4.6', 'No answer can be framed', `${EVERY} › can be framed by nobody`, BARE),
  shown(
    '3.5.1',
    'What changes anything is refused to other sites',
    'http/who-may › from another site › %s: 403',
    'http/who-may › from another site › every unsafe call of the contract is guarded',
  ),
  shown(
    '3.5.2',
    'What another site may send without asking first is not read',
    'http/hostile-requests › a body of another kind › “%s”, which another site could send without being asked, is not read',
    'http/who-may › from another site › %s: 403',
  ),
  shown(
    '3.5.3',
    'Asking changes nothing; where it has to, other sites are refused',
    'security/source-rules › the contract › asks by GET for nothing that changes anything, but where another site is refused',
    'schemas/bodies › the contract as a whole › what reads has no body and changes nothing; what changes data answers 201 with the thing, 204 with nothing, else 200',
  ),
  shown(
    '3.7.2',
    'Nobody is sent to a host that is not on a list',
    'identity/return-path › whatever is asked, a browser stays on our origin',
    'http/hostile-requests › what only a proxy may say › a page asked for as %s leads nowhere else',
    'identity/local-issuer › a request is refused › with a redirect URI that merely resembles the registered one',
  ),
  shown(
    '4.1.1',
    'Every body says its type and its encoding',
    `${EVERY} › with a body says what it is and how it is encoded, and is that`,
  ),
  shown(
    '4.1.3',
    'What only a proxy may say is not taken from a caller',
    'http/hostile-requests › what only a proxy may say › says nothing here: neither host nor scheme nor path of an answer come from it',
    'http/access-log › over HTTP › every call of a session counts as use, reads too; without a trusted proxy nobody else is believed',
  ),
  shown(
    '4.2.1',
    'One request ends where the next begins, for everybody',
    'http/hostile-requests › where one request ends and the next begins › said in two ways, %s, the connection ends',
    'http/server › a request %s is turned away in words',
  ),
  shown(
    '5.4.1',
    'A download has the name that we give it',
    'http/hostile-requests › what is not there for anybody › no file has a name that a caller chose',
  ),
  shown(
    '5.4.2',
    'That name cannot change the answer’s headers',
    'http/hostile-requests › what is not there for anybody › no file has a name that a caller chose',
  ),
];
