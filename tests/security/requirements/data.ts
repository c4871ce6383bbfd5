import { open, type Requirement, shown } from '../requirement.ts';

const EVERY = 'http/every-answer › every answer';

/** Chapter 14: what has to stay where it belongs. */
export const DATA: readonly Requirement[] = [
  shown(
    '14.2.1',
    'No secret stands in an address',
    'security/source-rules › the contract › has no secret in an address',
    'web/session-store › signing in › takes the code out of the address before it is sent, then loads the user',
  ),
  shown(
    '14.2.2',
    'What is remembered on the server goes with what it is of',
    `${EVERY} › of a call is kept by nobody, but for what is the same for everybody`,
    'erasure/erasure › an erasure › forgets the past that this process remembers',
  ),
  shown(
    '14.2.3',
    'Nobody else is told anything',
    `${EVERY} › lets run and load only what is ours: no plug-ins, no other base, no inline script`,
    'http/site › a shop › may show its video’s player and nothing else from elsewhere',
    'e2e/site › the video’s player is asked for by a click and let in by the page’s policy',
  ),
  shown(
    '14.2.4',
    'Personal data are kept, logged and erased as it is said',
    'http/paying-secrets › names, e-mails, documents, codes and tokens stay where they belong',
    'http/erasing › whoever asks is erased, down to the last byte, and comes back as somebody new',
    'http/access-log › the access log › forgets after six months, not before',
  ),
  shown(
    '14.3.1',
    'Leaving clears the browser, with and without a connection',
    'http/who-may › the session › says who is there, and is dead after signing out',
    'web/session-store › signing out › clears what this browser knows about the person, and nothing else',
    'web/session-store › signing out › starts the page again even when the server cannot be told',
    'e2e/offline › signing out leaves nothing of the business behind',
  ),
  shown(
    '14.3.2',
    'Browsers keep no personal answer',
    `${EVERY} › of a call is kept by nobody, but for what is the same for everybody`,
    'http/pages › pages › %s is the app',
  ),
  open(
    '14.3.3',
    'The browser’s storage holds nothing sensitive',
    'for looking without a connection the owner’s own figures are kept there, with name and e-mail, until they sign out or for thirty days, and what a payer typed until the page is closed: as specified',
  ),
];
