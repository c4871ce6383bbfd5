import type pg from 'pg';

/** A setting that makes the product slow, or lets it lose acknowledged changes. */
export interface HarmfulSetting {
  readonly name: keyof typeof HARMFUL_VALUES;
  readonly value: string;
}

const HARMFUL_VALUES = { jit: 'on', synchronous_commit: 'off', fsync: 'off' } as const;

const HARM_TEXTS: Readonly<Record<HarmfulSetting['name'], string>> = {
  jit: 'short statements are compiled for longer than they run: every read takes 50 to 150 ms',
  synchronous_commit: 'commits are acknowledged before they are on the disk: a power cut takes them away',
  fsync: 'nothing is ever forced to the disk: a power cut may leave a database that cannot be read',
};

/**
 * Finds harmful settings of our own sessions: settings that sessions override (`session.ts`) do no harm, whatever the
 * server's value is.
 */
export async function findHarmfulSettings(client: Pick<pg.ClientBase, 'query'>): Promise<readonly HarmfulSetting[]> {
  const { rows } = await client.query<HarmfulSetting>(
    `select name, value from unnest($1::text[], $2::text[]) as harmful (name, value) where current_setting(name) = value`,
    [Object.keys(HARMFUL_VALUES), Object.values(HARMFUL_VALUES)],
  );
  return rows;
}

/** The effect of the setting, for the operator of the server. */
export const harmOf = ({ name }: HarmfulSetting): string => HARM_TEXTS[name];
