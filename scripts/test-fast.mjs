// What needs neither a browser nor a database: types, the domain and everything around it, and the screens in a made-up
// window. Arguments go to the test runner.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ensureInstalled } from './bootstrap.mjs';
import { root } from './sources.mjs';

await ensureInstalled();
const types = spawn('npm', ['run', '--silent', 'check:types'], { cwd: root, stdio: 'inherit' });
const typesEnded = once(types, 'exit');
process.on('exit', () => types.kill());

process.argv.push('--project=unit', '--project=web');
await import('./test.mjs');
const [code] = await typesEnded;
if (code !== 0) process.exitCode = 1;
