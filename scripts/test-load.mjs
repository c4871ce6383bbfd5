// The product under steady load, at this machine only: five thousand businesses with a million events, three hundred
// requests a second that come when they are due, a fifth of them changes, for twenty minutes. Says what a read took, when
// owners saw their own changes, and how memory went; draws it. Smaller ones by options, none larger than is good for it.
//
//   npm run test:load                                                              all of it: about half an hour
//   npm run test:load -- --businesses=500 --events=100000 --rate=300 --minutes=2   a try

import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './bootstrap.mjs';
import { bundled } from './bundle.mjs';
import { root } from './sources.mjs';

await ensureBuilt();
process.chdir(root);
const folder = await bundled({ main: 'scripts/load/main.ts' });
cpSync('src/migrations/sql', join(folder, 'sql'), { recursive: true });
const { testLoad } = await import(pathToFileURL(join(folder, 'main.js')).href);
process.exit(await testLoad(process.argv.slice(2)));
