import { type Requirement, shown } from '../requirement.ts';

/** Chapter 2: validation and business logic. */
export const VALIDATION: readonly Requirement[] = [
  shown(
    '2.2.1',
    'Every input is compared with what it may be',
    'schemas/bodies › whatever a client sends › %s: nothing throws, and every sentence is Portuguese',
    'http/understood-parameters › a parameter that is not understood is named, and nothing is read instead › %s → %s',
    'schemas/free-text › no value that a caller sends takes › %s',
  ),
  shown(
    '2.2.2',
    'The server checks, whatever the screens have checked',
    'http/bad-input › a wrong field: 422 with a sentence at the field, and nothing is written › %s %j → %s',
    'http/who-may › what only the browser knows gives nothing › %s',
  ),
  shown(
    '2.2.3',
    'Values that belong together have to fit each other',
    'http/profit-change › GET /api/profit-change › %s is said at its field',
    'config/config › configuration › %j is refused, naming what is wrong',
    'http/change-sets › several changes at once › are none of them made when one is refused, and which one it was is said',
  ),
  shown(
    '2.3.1',
    'Steps are gone in their order, none is left out',
    'http/admin › the way in › a listed e-mail without the password gets nothing, a password without a listed e-mail neither',
    'http/paying › the webhook › what it says is not believed: the charge is read again',
    'http/claiming › the receipt’s code › that nobody has, of an unpaid payment, or with a wrong letter: the same 422',
  ),
  shown(
    '2.3.2',
    'Limits of what one business may hold and do are kept',
    'http/change-sets › several changes at once › a thousand at once, and not one more',
    'domain/business/ingredient › are at most 2 000',
    'domain/business/dish-line › are at most 60 lines long',
  ),
  shown(
    '2.3.3',
    'A change is made whole or not at all',
    'app/command-handler › a command › that does two things appends both or none',
    'http/change-sets › several changes at once › are none of them made when one is refused, and which one it was is said',
  ),
  shown(
    '2.3.4',
    'What is there once is given once, however many ask at the same moment',
    'http/claiming › the receipt’s code › for two accounts at once works for one',
    'payments/locks › one at a time among all processes; other names do not wait',
    'http/data-calls › the same request again › the same key a hundred times at once makes one thing',
  ),
  shown(
    '2.4.1',
    'Whoever calls too often is slowed down',
    'http/contract-limits › what must be limited, is',
    'http/contract-limits › a quota › of %s per %s',
    'http/limits › over HTTP › data calls of one account have a quota, others go on',
  ),
];
