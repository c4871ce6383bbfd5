import { createInterface } from 'node:readline/promises';
import { hashAdminPassword } from '#identity/admin-password.ts';

const SHORTEST = 12;

/** Asks for a password on standard input, where no shell history keeps it, and says the hash for ADMIN_PASSWORD_HASH. */
export async function askForPasswordHash(say: (line: string) => void): Promise<boolean> {
  if (process.stdin.isTTY) say(`Password of the administration (${SHORTEST} characters or more), then Enter:`);
  const input = createInterface({ input: process.stdin });
  const password = await new Promise<string>((resolve) => {
    input.once('line', resolve);
    input.once('close', () => resolve(''));
  });
  input.close();
  if (Array.from(password).length < SHORTEST) {
    say(`Too short: ${SHORTEST} characters or more.`);
    return false;
  }
  say(`ADMIN_PASSWORD_HASH='${await hashAdminPassword(password)}'`);
  return true;
}
