import type { Backlog } from '#queries/watched.ts';

/** What somebody should be woken for. null: not known, because what it lies in cannot be reached. */
export interface OperationalState {
  readonly databaseUp: boolean;
  readonly eventLogUp: boolean;
  readonly watched: Backlog | null;
  /** Entries of the audit trail behind the last anchor, and how old that is; no anchor at all: as old as can be. */
  readonly unanchored: number | null;
  readonly anchorSecondsAgo: number;
  /** Usage, 0 to 1, of the fullest disk among those of the anchor file and of our own database. */
  readonly diskFree: number | null;
}
