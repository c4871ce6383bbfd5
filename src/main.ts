import { fileURLToPath } from 'node:url';
import { samplePeople } from '#app/samples/people.ts';
import { runProcess } from './processes/run-process.ts';
import { type Product, startProduct } from './processes/all-in-one.ts';

/** The whole product in one process, for `npm start`. */
const webRoot = fileURLToPath(new URL('../web', import.meta.url));

async function main(): Promise<void> {
  const running = await runProcess(process.env, (config, logger, signal) =>
    startProduct(config, logger, webRoot, { signal }),
  );
  if (running?.config.samples) printBanner(running.started);
}

function printBanner({ origin, adminPassword }: Product): void {
  const people = samplePeople.map(({ email, note }) => `    ${email.padEnd(20)}${note}`);
  const lines = [
    `  Prumo está no ar em ${origin}`,
    '',
    '  Pessoas de exemplo para entrar:',
    ...people,
    '',
    ...(adminPassword === undefined ? [] : [`  Senha da administração (${origin}/admin): ${adminPassword}`, '']),
    '  Ctrl+C encerra; os dados ficam guardados.',
  ];
  process.stdout.write(`\n${lines.join('\n')}\n\n`);
}

void main();
