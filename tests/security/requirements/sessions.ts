import { type Requirement, shown } from '../requirement.ts';

const OWN = 'http/sessions › whoever is signed in';

/** Chapters 7 and 8: how long somebody is in, and what they may. */
export const SESSIONS: readonly Requirement[] = [
  shown(
    '7.2.1',
    'The server looks every token up',
    'http/who-may › what only the browser knows gives nothing › %s',
    'identity/sessions › whatever else is sent finds nothing',
  ),
  shown(
    '7.2.2',
    'Tokens are made for each session',
    'identity/sessions › a token finds its session, and the next one is another',
  ),
  shown('7.2.3', 'Tokens have 128 random bits or more', 'identity/sessions › a token is 256 random bits'),
  shown(
    '7.2.4',
    'Signing in gives another token and ends the one before',
    'http/sessions › the token › is another one after each sign-in, and the one before opens nothing',
    'http/sessions › the token › that somebody else has put into the browser before the sign-in is not carried over',
    'http/sessions › the token › is another one after the password of the administration',
  ),
  shown(
    '7.3.1',
    'A session that nobody uses ends',
    'identity/sessions › an account’s session › dies after 30 days without use',
    'identity/sessions › the admin password state › ends after 30 minutes without use, and use afterwards does not revive it',
  ),
  shown(
    '7.3.2',
    'A session ends however much it is used',
    'identity/sessions › an account’s session › dies after 180 days however much it is used',
    'identity/sessions › the admin password state › ends after 8 hours of use',
  ),
  shown(
    '7.4.1',
    'What has ended opens nothing any more',
    'http/sessions › the token › opens nothing once its browser has signed out, wherever it is kept',
    'identity/sessions › ending › a session is dead after log-out, the others live',
  ),
  shown(
    '7.4.2',
    'Whoever is erased is out everywhere',
    'http/erasing › whoever asks is erased, down to the last byte, and comes back as somebody new',
  ),
  shown(
    '7.4.3',
    'All other sessions can be ended once a way in has changed',
    `${OWN} › sees where, and can leave all other browsers`,
  ),
  shown(
    '7.4.4',
    'The way out is on every page behind the way in',
    'e2e/signing-out › every page behind the sign-in has a way out in sight, or in its menu (%i px)',
    'e2e/admin › leaving ends it: the password is asked for again',
  ),
  shown(
    '7.4.5',
    'Administrators can end somebody’s sessions',
    'http/admin › one person on one page; their sessions can be ended',
  ),
  shown(
    '7.5.1',
    'What lets somebody in cannot be changed here: it is the provider’s',
    'security/source-rules › the contract › changes nobody’s e-mail, name or way in: those are the identity provider’s, at each sign-in',
    'identity/vault › keeps the profile, and follows it at the next sign-in',
  ),
  shown(
    '7.5.2',
    'People see their sessions and, having signed in just now, end the others',
    `${OWN} › sees where, and can leave all other browsers`,
    `${OWN} › has to have signed in just now to end the others`,
  ),
  shown(
    '7.6.2',
    'No session begins without somebody’s act',
    'http/sessions › a session begins with a person’s own act: nothing but these calls gives one',
    'identity/local-issuer › prompt=none › without a usable hint says that somebody must choose',
  ),
  shown('8.2.1', 'Every call is for those who may make it', 'http/who-may › %s › %s'),
  shown(
    '8.2.2',
    'Somebody else’s things are not there',
    'http/bad-input › an id that is not there › unknown, ill-formed and somebody else’s are answered byte for byte alike',
    'http/joining › with several businesses › nobody opens, and nobody sees, what is somebody else’s',
  ),
  shown(
    '8.2.3',
    'Fields are for those who may set and see them',
    'http/hostile-requests › a field that is not asked for › sets nothing, in a new thing and in an old one',
    'http/hostile-requests › a field that is not asked for › makes nobody more than they are',
  ),
  shown(
    '8.3.1',
    'Rights are the server’s to decide',
    'http/who-may › what only the browser knows gives nothing › %s',
    'http/who-may › %s › %s',
  ),
  shown(
    '8.4.1',
    'No business reaches into another',
    'http/bad-input › an id that is not there › unknown, ill-formed and somebody else’s are answered byte for byte alike',
    'http/live › a line › tells of no other business',
    'app/command-handler › a command › of somebody else is refused',
    'app/history/histories › the history of a business › is its new owner’s, and no longer remembered when somebody else asks',
  ),
];
