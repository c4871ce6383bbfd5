import type { Requirement } from './requirement.ts';
import { AUTHENTICATION } from './requirements/authentication.ts';
import { BROWSER } from './requirements/browser.ts';
import { CODE } from './requirements/code.ts';
import { CONFIGURATION } from './requirements/configuration.ts';
import { CRYPTOGRAPHY } from './requirements/cryptography.ts';
import { DATA } from './requirements/data.ts';
import { ENCODING } from './requirements/encoding.ts';
import { LOGGING } from './requirements/logging.ts';
import { SESSIONS } from './requirements/sessions.ts';
import { TOKENS } from './requirements/tokens.ts';
import { VALIDATION } from './requirements/validation.ts';

/**
 * All items of OWASP ASVS 5.0, level 1 and 2, that apply to the product and can be looked at by a program, in their
 * order: `asvs.csv` beside this file has every item of both levels, and what becomes of the others.
 */
export const REQUIREMENTS: readonly Requirement[] = [
  ...ENCODING,
  ...VALIDATION,
  ...BROWSER,
  ...AUTHENTICATION,
  ...SESSIONS,
  ...TOKENS,
  ...CRYPTOGRAPHY,
  ...CONFIGURATION,
  ...DATA,
  ...CODE,
  ...LOGGING,
];
