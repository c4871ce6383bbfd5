import type * as v from 'valibot';
import type { PersonReply } from '#contract/admin.ts';
import type { AdminClient } from '#web/api/client.ts';

export type PersonDetails = v.InferOutput<typeof PersonReply>;

/** What each part of a person's page is given. */
export interface PersonPartProps {
  readonly of: PersonDetails;
  readonly api: AdminClient;
  /** Something has been done; @returns once the page shows it */
  readonly onChanged: () => Promise<void>;
}
