import { earlier } from '#eventstore/port.ts';
import { createProjector, type Projector, type ProjectorOptions, type ProjectorStatus } from './projector.ts';
import { shardsOf } from './shard.ts';

/** Per shard that this process leads already, it tries that much later for one more: so several processes share them. */
const MODESTY_MS = 150;

/**
 * A projector for each shard of the read model, led or stood by for on its own. In how many there are the read model says
 * itself: when a rebuild has changed that, they are others.
 */
export function createProjectors(options: ProjectorOptions): Projector {
  let current = divided(1);
  let turning: Promise<void> = Promise.resolve();
  let isStarted = false;

  function divided(count: number): readonly Projector[] {
    const led = (): number => current.filter((each) => each.status().role === 'leading').length;
    return shardsOf(count).map((shard) =>
      createProjector({
        ...options,
        shard,
        modesty: () => led() * MODESTY_MS,
        onOtherShards: (found) => void (turning = turning.then(() => turnTo(found))),
      }),
    );
  }

  async function turnTo(count: number): Promise<void> {
    if (count === current.length || !isStarted) return;
    const before = current;
    current = divided(count);
    await Promise.all(before.map((each) => each.stop()));
    if (isStarted) for (const each of current) each.start();
  }

  return {
    start() {
      isStarted = true;
      for (const each of current) each.start();
    },
    async stop() {
      isStarted = false;
      await Promise.all(current.map((each) => each.stop()));
      await turning;
    },
    status: () => together(current.map((each) => each.status())),
  };
}

/** As good as the worst of them: a role that one of them has and another has not is told by who leads. */
function together(all: readonly ProjectorStatus[]): ProjectorStatus {
  const leading = all.filter(({ role }) => role === 'leading');
  const [first] = leading.length > 0 ? leading : all;
  if (!first) throw new Error('there is at least one shard');
  const of = leading.length > 0 ? leading : all;
  return {
    role: first.role,
    leads: leading.length,
    position: of.map(({ position }) => position).reduce(earlier),
    lagSeconds: leading.length === 0 ? null : Math.max(...leading.map(({ lagSeconds }) => lagSeconds ?? 0)),
    parked: all.flatMap(({ parked }) => parked),
  };
}
