import { REACTOR_SCHEMA } from '#projections/runner/reactor-record.ts';
import { placesIn } from './move-log.ts';
import { withClient } from './with-client.ts';

/**
 * What reactors have done stays done: each goes on in the new log right behind the event that it stood at in the old one.
 * @returns how many checkpoints there were
 */
export const moveReactors = (connectionString: string, logs: Parameters<typeof placesIn>[0]): Promise<number> =>
  withClient(connectionString, async (client) => {
    const { rows } = await client.query<{ position: string }>(
      `select distinct position from ${REACTOR_SCHEMA}.checkpoint where left(position, -21) = $1`,
      [logs.from.id],
    );
    const places = await placesIn(
      logs,
      rows.map(({ position }) => position),
    );
    for (const [position, place] of places)
      await client.query(`update ${REACTOR_SCHEMA}.checkpoint set position = $2 where position = $1`, [
        position,
        place,
      ]);
    return places.size;
  });
