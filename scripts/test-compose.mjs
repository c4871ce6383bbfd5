// docker-compose.yml on a container engine, where one answers: builds the image, starts everything, signs in through the
// proxy, kills each service, upgrades, restores, and prints a table. Everything is removed afterwards.
//
// Base images are pulled unless they are here. A machine without a registry brings its own: COMPOSE_IMAGES names a JSON
// file with the name of a local image for each name that the files use, {"node:24-bookworm-slim": "my-node", …}.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './bootstrap.mjs';
import { bundled } from './bundle.mjs';
import { root } from './sources.mjs';

await ensureBuilt();
process.chdir(root);
const folder = await bundled({ main: 'scripts/compose/main.ts' });
const { testCompose } = await import(pathToFileURL(join(folder, 'main.js')).href);
process.exit(await testCompose());
