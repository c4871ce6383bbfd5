import { type CallerOptions, createCaller } from './caller.ts';
import { adminCalls } from './calls.ts';
import type { AdminClient } from './client.ts';
import { ApiProblem } from './failures.ts';

interface Options extends Omit<CallerOptions, 'calls'> {
  /** The admin password no longer counts, or nobody is signed in: nothing here can go on without it. */
  readonly onLocked?: () => void;
}

/** The administration, called over HTTP. */
export function createAdminClient({ onLocked, ...options }: Options): AdminClient {
  const call = createCaller({ ...options, calls: adminCalls });
  return {
    async call(name, sent) {
      try {
        return (await call(name, sent)) as never;
      } catch (error) {
        const isLocked =
          error instanceof ApiProblem && (error.status === 401 || error.code === 'admin_password_needed');
        if (isLocked) onLocked?.();
        throw error;
      }
    },
  };
}
