import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { signIn, SignInFailed, visitorAt } from '#tests/support/visitor.ts';

export interface SignIns {
  /** The statuses of failed steps; steps without an answer are not among them. */
  readonly refusals: readonly number[];
  /** The number of successful sign-ins. */
  count(): number;
  /** E-mail, name, tokens and codes, which no log may contain. */
  readonly secrets: readonly string[];
  start(): void;
  settle(): Promise<void>;
}

/** Signs in again and again as a new person with a unique name. */
export function createSignIns(origin: string): SignIns {
  const name = `canario-${randomUUID()}`;
  const secrets = [name];
  const refusals: number[] = [];
  let count = 0;
  let isRunning = (): boolean => false;
  let running: Promise<void> = Promise.resolve();

  async function once(): Promise<void> {
    const visitor = visitorAt(origin);
    try {
      secrets.push(...(await signIn(visitor, origin, `${name}@exemplo.com`)));
      secrets.push(
        ...visitor
          .cookieHeader()
          .split('; ')
          .map((cookie) => cookie.slice(cookie.indexOf('=') + 1)),
      );
      count += 1;
    } catch (error) {
      if (error instanceof SignInFailed) refusals.push(error.status);
    }
  }

  async function run(): Promise<void> {
    while (isRunning()) {
      await once();
      await sleep(200);
    }
  }

  return {
    refusals,
    secrets,
    count: () => count,
    start() {
      isRunning = () => true;
      running = run();
    },
    async settle() {
      isRunning = () => false;
      await running;
    },
  };
}
