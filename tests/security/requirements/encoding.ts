import { type Requirement, shown } from '../requirement.ts';

const RULES = 'security/source-rules';
const HOSTILE = 'http/hostile-requests';

/** Chapter 1: encoding and sanitisation. */
export const ENCODING: readonly Requirement[] = [
  shown(
    '1.1.1',
    'What comes in is decoded once, before it is looked at',
    `${HOSTILE} › what is asked for is decoded once › in the path of a file`,
    `${HOSTILE} › what is asked for is decoded once › in the parameter of a call`,
    `${HOSTILE} › what is asked for is decoded once › in a body, where nothing but JSON is decoded`,
  ),
  shown(
    '1.1.2',
    'Escaping is the last step before the text is read by whoever interprets it',
    'http/site › a shop › stands in the page as text, whatever it is called',
    `${HOSTILE} › a text is a text › %s is kept, found and shown as it is`,
  ),
  shown(
    '1.2.1',
    'Text in HTML, attributes and headers is escaped for that place',
    'http/site › a shop › stands in the page as text, whatever it is called',
    'http/outbox › whoever pays finds the confirmation, with the receipt’s code, in the outbox of a machine without a mail server',
    'identity/local-issuer › the chooser › shows whatever it was sent as text',
  ),
  shown(
    '1.2.2',
    'Addresses are built of escaped parts, and only of safe schemes',
    'identity/return-path › whatever is asked, a browser stays on our origin',
    'identity/claims › a picture is an https address or nothing',
    'config/config › configuration › %j is refused, naming what is wrong',
  ),
  shown(
    '1.2.3',
    'Values in scripts and JSON cannot leave their place',
    'http/site › a shop › goes with the page whole',
    `${HOSTILE} › a text is a text › %s is kept, found and shown as it is`,
  ),
  shown(
    '1.2.4',
    'Queries take values as parameters',
    `${HOSTILE} › a text is a text › %s is kept, found and shown as it is`,
    'http/bad-input › an id that is not there › unknown, ill-formed and somebody else’s are answered byte for byte alike',
  ),
  shown(
    '1.2.5',
    'Programs are started with arguments, never by a shell',
    `${RULES} › what is sent becomes no program › programs are started by their own database only, with arguments and without a shell`,
  ),
  shown(
    '1.2.9',
    'What is sent is never part of a pattern',
    `${RULES} › what is sent becomes no program › no pattern is made of what is sent`,
    `${HOSTILE} › a text is a text › in a pattern that is searched for, too`,
  ),
  shown(
    '1.3.2',
    'No text is run as code',
    `${RULES} › what is sent becomes no program › no text is run as code`,
    'http/every-answer › every answer › lets run and load only what is ours: no plug-ins, no other base, no inline script',
  ),
  shown(
    '1.3.3',
    'What goes to a place with dangerous signs loses them first',
    'web/sheet-text › a cell that a spreadsheet would run is a text to it',
    'mail/sending › a name › %j adds no header and no recipient',
    'identity/claims › a name is cleaned and kept to 80 characters, or taken from the e-mail',
  ),
  shown(
    '1.3.6',
    'Nobody outside chooses whom the server speaks to',
    `${RULES} › what is sent becomes no program › who is spoken to is configured, and sends us nowhere else`,
    'identity/openid › plain http only to this machine',
    'payments/asaas-faults › reading › a redirect is not followed: the key goes nowhere else',
  ),
  shown(
    '1.3.7',
    'Templates are ours; what is put into them is not read as one',
    'http/site › a shop › stands in the page as text, whatever it is called',
    `${HOSTILE} › a text is a text › %s is kept, found and shown as it is`,
  ),
  shown(
    '1.3.10',
    'What is sent is never the format of a message',
    `${RULES} › the log › has sentences of ours: what is sent is never the format of one`,
    `${HOSTILE} › a text is a text › %s is kept, found and shown as it is`,
  ),
  shown(
    '1.3.11',
    'Nothing typed adds a header or a recipient to a mail',
    'mail/sending › a name › %j adds no header and no recipient',
    'config/config › configuration › %j is refused, naming what is wrong',
  ),
  shown(
    '1.4.2',
    'Numbers are checked for sign and range and do not overflow',
    'domain/amounts › every amount › %s: refuses what is just beyond, and says how much is the most',
    'domain/amounts › every amount › %s: refuses what is no number, in Portuguese and without throwing',
    'domain/amounts › orders › %j are too many',
  ),
  shown(
    '1.5.2',
    'What is read from outside is plain data of a known shape',
    'http/bad-input › an unreadable request › %s',
    'schemas/bodies › whatever a client sends › %s: nothing throws, and every sentence is Portuguese',
  ),
];
