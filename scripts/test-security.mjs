// What OWASP ASVS 5.0 asks of a product like this, level 1 and 2, as tests: prints each item with its tests and what came
// of them, then switches protections off, one after the other, and sees that each is missed. At this machine only; ends
// within half an hour.
//
//   npm run test:security                     all of it
//   npm run test:security -- --rows           the items only
//   npm run test:security -- --protections    the switching off only

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from './bootstrap.mjs';
import { bundled } from './bundle.mjs';
import { root } from './sources.mjs';

await ensureInstalled();
process.chdir(root);
const { testSecurity } = await import(
  pathToFileURL(join(await bundled({ main: 'scripts/security/main.ts' }), 'main.js')).href
);
process.exit(await testSecurity(process.argv.slice(2), root));
