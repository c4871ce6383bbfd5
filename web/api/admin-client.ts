import { type CallerOptions, createCaller } from './caller.ts';
import { adminRoutes } from '#contract/routes/admin.ts';
import type { AdminClient } from './client.ts';
import { ApiProblem } from './failures.ts';

interface Options extends Omit<CallerOptions, 'routes'> {
  /** Called when the server requires the admin password again. */
  readonly onLocked?: () => void;
  /** Called when the session has ended. */
  readonly onSignedOut?: () => void;
}

export function createAdminClient({ onLocked, onSignedOut, ...options }: Options): AdminClient {
  const call = createCaller({ ...options, routes: adminRoutes });
  return {
    call: (name, sent) =>
      call(name, sent).catch((error: unknown) => {
        if (error instanceof ApiProblem && error.code === 'admin_password_needed') onLocked?.();
        else if (error instanceof ApiProblem && error.status === 401) onSignedOut?.();
        throw error;
      }) as Promise<never>,
  };
}
