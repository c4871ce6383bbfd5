import type { Actor } from '#domain/event.ts';

/** An administrator's act: who, and in which request. */
export interface AdminCall {
  readonly actor: Actor;
  readonly requestId: string;
  /** What it was done for. */
  readonly causationId?: string;
}
