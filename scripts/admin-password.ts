import { hashAdminPassword, newAdminPassword } from '#identity/admin-password.ts';

/**
 * Makes a password of the administration and its hash. Nobody chooses one: what people choose stands in lists of what
 * others have chosen.
 */
export async function makeAdminPassword(say: (line: string) => void): Promise<boolean> {
  const password = newAdminPassword();
  say(`Password of the administration, for a password manager: ${password}`);
  say(`ADMIN_PASSWORD_HASH='${await hashAdminPassword(password)}'`);
  return true;
}
