import { open, type Requirement, shown } from '../requirement.ts';

const ROLE = 'postgres/runtime-role › the role that the product runs as';
const PRODUCTION = 'http/production';
const HIDDEN = 'http/hostile-requests › what is not there for anybody';

/** Chapter 13: what it is made of and how it is set up. */
export const CONFIGURATION: readonly Requirement[] = [
  open(
    '13.2.1',
    'The parts prove who they are to each other, each by itself and not for ever',
    'they do by passwords of their own from files of secrets, which do not expire by themselves; without a password nobody gets in',
  ),
  shown(
    '13.2.2',
    'Each part may do what it has to',
    `${ROLE} › may not: %s`,
    'postgres/rights › %s may what it needs, of everything that there is, and nothing else',
    'audit/trail-writer › whoever runs the product cannot change an entry',
    'compose › whatever stays is watched and bounded; what is ours cannot write but to its volumes',
  ),
  shown(
    '13.2.3',
    'No password is a default',
    'postgres/local-postgres › the password is random and its file private; without it nobody gets in',
    'compose › no secret stands in the file, and the owner’s way into the database is for migrating only',
    'config/config › configuration › %j is refused, naming what is wrong',
  ),
  open(
    '13.3.2',
    'A secret is given to who needs it',
    'the owner’s way into the database is given to migrating only; of the other secrets each process is given all, because one configuration is read and checked by all of them',
  ),
  shown(
    '13.4.1',
    'The history of the source is out of reach',
    `${HIDDEN} › no list of files, no history of the source, no source, no metrics: a page of the app, or nothing`,
    'security/source-rules › what is shipped › has neither the history of the source nor tests',
  ),
  shown(
    '13.4.2',
    'What is for trying things out is not there in production',
    `${PRODUCTION} › what a machine of one’s own has for trying things out is not there in production`,
    'http/refusal-log › what nobody foresaw is told to the caller in general words, and to the log in full',
  ),
  shown(
    '13.4.3',
    'No folder is listed',
    `${HIDDEN} › no list of files, no history of the source, no source, no metrics: a page of the app, or nothing`,
  ),
  shown('13.4.4', 'TRACE is not answered', `${HIDDEN} › a request is not told back`),
  shown(
    '13.4.5',
    'Documentation and measurements are where they are meant to be',
    `${PRODUCTION} › measurements are on a port of their own, which nobody has opened`,
    'http/pages › health › %s says ok and nothing else',
    'http/pages › the API describes itself › OpenAPI has every call of the contract',
  ),
];
