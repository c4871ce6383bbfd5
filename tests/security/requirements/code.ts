import { open, type Requirement, shown } from '../requirement.ts';

const FIELD = 'http/hostile-requests › a field that is not asked for';

/** Chapter 15: how it is written. */
export const CODE: readonly Requirement[] = [
  shown(
    '15.1.2',
    'What it is made of is listed, from known places',
    'security/source-rules › what is shipped › is listed and looked through for known holes at every change',
    'dependencies › each of ours has an exact version, and a line that says its licence and what it is for',
  ),
  open(
    '15.2.1',
    'Nothing in it is older than the time it may be known to have a hole',
    'the workflow asks the registry at every change, and fails; without a registry nobody can know it, so no test can',
  ),
  shown(
    '15.2.2',
    'What takes long is bounded',
    'fuzz/every-call › nothing that anybody can send is answered with a failure, late, or in other words than ours',
    'http/bad-input › an unreadable request › %s',
    'http/server › a request %s is turned away in words',
  ),
  shown(
    '15.2.3',
    'Production has what it needs and nothing for trying out',
    'http/production › what a machine of one’s own has for trying things out is not there in production',
    'security/source-rules › what is shipped › has neither the history of the source nor tests',
  ),
  shown(
    '15.3.1',
    'Answers have the fields that are needed',
    `${FIELD} › of somebody is not told either: a user record has what the screens need`,
    'schemas/wire › bodies of any business keep to their schemas, with finite numbers only',
  ),
  shown(
    '15.3.2',
    'The server follows no redirect',
    'payments/asaas-faults › reading › a redirect is not followed: the key goes nowhere else',
    'identity/openid › is sent nowhere else by whoever answers in the issuer’s place',
    'security/source-rules › what is sent becomes no program › who is spoken to is configured, and sends us nowhere else',
  ),
  shown(
    '15.3.3',
    'A call sets the fields that it is for',
    `${FIELD} › sets nothing, in a new thing and in an old one`,
    `${FIELD} › makes nobody more than they are`,
  ),
  shown(
    '15.3.4',
    'The caller’s address is the one that our own proxy saw',
    'http/access-log › over HTTP › behind a trusted proxy the address is what that proxy says, if it is one',
    'http/access-log › over HTTP › behind two, what the outer one says',
    'compose › %s: every variable is one that the configuration reads, and together they are valid',
  ),
  shown(
    '15.3.5',
    'A value of another type is no value',
    'http/bad-input › a wrong field: 422 with a sentence at the field, and nothing is written › %s %j → %s',
    'identity/rejections › sign-in with an issuer with Google’s habits › email_verified %j is no promise',
  ),
  shown(
    '15.3.6',
    'No name reaches the prototype of objects',
    'http/bad-input › an unreadable request › %s',
    'http/understood-parameters › a parameter that is not understood is named, and nothing is read instead › %s → %s',
    'web/tabs › the tab in the address › shows the dashboard for "%s"',
  ),
  shown(
    '15.3.7',
    'A parameter that comes twice is not understood',
    'http/understood-parameters › a parameter that is not understood is named, and nothing is read instead › %s → %s',
  ),
];
