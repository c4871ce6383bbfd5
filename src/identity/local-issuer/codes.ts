import { createHash, randomBytes } from 'node:crypto';
import type { AuthorizationRequest } from './authorization.ts';
import type { SamplePerson } from './people.ts';

export interface Grant {
  readonly request: AuthorizationRequest;
  readonly person: SamplePerson;
  readonly emailVerified: boolean;
}

export interface Codes {
  issue(grant: Grant): string;
  /** The grant of a code that is fresh, unused, and presented with its redirect URI and verifier. Any try uses it up. */
  redeem(presented: {
    readonly code: string;
    readonly redirectUri: string;
    readonly codeVerifier: string;
  }): Grant | undefined;
  newSecret(): string;
}

const CODE_LIFETIME = 60_000;
/** Enough for any test run, and a bound for the memory. */
const MAX_CODES = 10_000;

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

/** In the memory of the process: codes live a minute, and a restart makes everybody begin again. */
export function createCodes(clock: () => Date): Codes {
  const open = new Map<string, { readonly grant: Grant; readonly expiresAt: number }>();
  const newSecret = (): string => randomBytes(32).toString('base64url');

  function dropStale(now: number): void {
    for (const [code, { expiresAt }] of open) {
      if (expiresAt > now && open.size < MAX_CODES) return; // the oldest stand first
      open.delete(code);
    }
  }

  return {
    newSecret,
    issue(grant) {
      const now = clock().getTime();
      dropStale(now);
      const code = newSecret();
      open.set(code, { grant, expiresAt: now + CODE_LIFETIME });
      return code;
    },
    redeem({ code, redirectUri, codeVerifier }) {
      const found = open.get(code);
      open.delete(code);
      if (!found || found.expiresAt <= clock().getTime()) return undefined;
      const { request } = found.grant;
      if (request.redirectUri !== redirectUri || request.codeChallenge !== challengeOf(codeVerifier)) return undefined;
      return found.grant;
    },
  };
}
