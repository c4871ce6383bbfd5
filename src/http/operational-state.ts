import type { Backlog } from '#queries/watched.ts';

/** What somebody should be woken for. null: not known, because what it lies in cannot be reached. */
export interface OperationalState {
  readonly databaseUp: boolean;
  readonly eventLogUp: boolean;
  readonly watched: Backlog | null;
  /** Entries of the audit trail behind the last anchor, and how old that is; no anchor at all: as old as can be. */
  readonly unanchored: number | null;
  readonly anchorSecondsAgo: number;
  /** Of the fullest of the disks with the file of anchors and with a database of our own; 0 to 1. */
  readonly diskFree: number | null;
}
