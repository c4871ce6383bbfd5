import type { Accounts } from '#app/accounts.ts';
import type { Sessions } from '#identity/sessions.ts';
import { personalFile, type PersonalFileSources } from '#personal-data/personal-file.ts';
import type { Handlers } from '../mount.ts';
import { problems } from '../problem.ts';
import type { SessionCookies } from '../session-cookies.ts';
import { startStream } from '../streamed-responses.ts';

export interface PersonalDataPorts {
  readonly personalFile: PersonalFileSources;
}

interface Ports extends PersonalDataPorts {
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly cookies: SessionCookies;
}

/** Handlers for downloading everything stored about the caller, and for erasing it. */
export function personalDataHandlers(ports: Ports): Pick<Handlers, 'downloadData' | 'eraseAccount'> {
  const { accounts, sessions, cookies } = ports;
  const { ownedBusinesses } = ports.personalFile;
  return {
    async downloadData({ visitor, ctx }) {
      if (!visitor) throw problems.notSignedIn();
      const file = await startStream(personalFile(ports.personalFile, visitor.userId));
      ctx.attachment('prumo-meus-dados.json');
      return { body: file };
    },

    // The event closes the account and guarantees its erasure; the erasing itself is a reaction to the event.
    async eraseAccount({ visitor, ctx, requestId }) {
      if (!visitor) throw problems.notSignedIn();
      const { userId, kind } = visitor;
      const businessIds = await ownedBusinesses(userId);
      await accounts.erase(userId, businessIds, { actor: { kind, id: userId }, requestId });
      await sessions.endAllOf(userId);
      cookies.session.clear(ctx);
      cookies.buyer.clear(ctx);
      ctx.set('Clear-Site-Data', '"cache", "storage"');
      return { body: undefined };
    },
  };
}
