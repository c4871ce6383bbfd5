import { type ClientOptions, createClient } from './caller.ts';
import { adminRoutes } from '#contract/routes/admin.ts';
import type { AdminClient } from './client.ts';
import { ApiProblem } from './failures.ts';

interface AdminClientOptions extends ClientOptions {
  /** Is called when the server requires the admin password again. */
  readonly onLocked?: () => void;
  /** Is called when the session has ended. */
  readonly onSignedOut?: () => void;
}

export function createAdminClient({ onLocked, onSignedOut, ...options }: AdminClientOptions): AdminClient {
  const client = createClient(adminRoutes, options) as AdminClient;
  return {
    call: (name, input) =>
      client.call(name, input).catch((error: unknown) => {
        if (error instanceof ApiProblem && error.code === 'admin_password_needed') onLocked?.();
        else if (error instanceof ApiProblem && error.status === 401) onSignedOut?.();
        throw error;
      }),
  };
}
