import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { ConfigError } from './config-error.ts';
import { readConfig } from './config.ts';
import { PortTaken } from '#http/server.ts';
import { DataDirInUse } from './postgres/ownership.ts';
import { samplePeople } from '#app/samples/people.ts';
import { type Product, startProduct } from './product.ts';

/** Everything in one process: the product as `npm start` runs it. */
async function main(): Promise<void> {
  const config = readConfig(process.env, process.cwd());
  const logger = pino({
    level: config.logLevel,
    redact: ['*.cookie', '*.authorization', '*.password', '*.token', '*.email', '*.code'],
  });
  const starting = startProduct(config, logger, fileURLToPath(new URL('../web', import.meta.url)));

  // From the first moment on: a stop while we start waits for the start, so that no database is left behind.
  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    logger.debug({ signal }, 'stopping');
    starting
      .then((product) => product.stop())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          logger.error({ err: error }, 'could not stop in order');
          process.exit(1);
        },
      );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);

  const product = await starting;
  if (config.samples && !stopping) printBanner(product);
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

main().catch((error: unknown) => {
  process.stderr.write(`${sentenceFor(error)}\n`);
  process.exit(1);
});

/** One clear line for what an operator can put right; the whole error for the rest. */
function sentenceFor(error: unknown): string {
  if (error instanceof ConfigError) return `Configuração inválida: ${error.message}`;
  if (error instanceof PortTaken)
    return 'A porta já está em uso por outro programa. Encerre-o ou escolha outra, por exemplo: PORT=3001 npm start';
  if (error instanceof DataDirInUse) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
