import { logIdOf } from '#web/api/caller.ts';

/** The changes that the state of this tab contains, by position in the event log. */
export interface ChangeTracker {
  /** Records the position in an answer. */
  recordPosition(position: string, call: string): void;
  /** Starts a read. @returns a function that ends it, for when its answers are on screen */
  startRead(): () => void;
  /** Tells whether the state contains everything up to the position. */
  includesPosition(position: string): boolean;
  /** Tells whether the commands at each of these positions are in the state or were sent from this tab. */
  includesCommandsAt(positions: readonly string[]): boolean;
}

/** The limit of remembered own commands, about 100 bytes each, until they are part of a read. */
const MAX_OWN_POSITIONS = 2_000;

/** @param isRead whether the call is a read; all others are commands */
export function createChangeTracker(isRead: (call: string) => boolean): ChangeTracker {
  let ownPositions = new Set<string>();
  /** The position that every answer of the last read contained. */
  let readUpTo: string | undefined;
  /** The lowest position in the answers since the last read began; an aborted read does not count. */
  let lowest: { at?: string } = {};

  const isIncluded = (position: string): boolean =>
    readUpTo !== undefined && logIdOf(position) === logIdOf(readUpTo) && position <= readUpTo;

  return {
    recordPosition(position, call) {
      if (isRead(call)) lowest.at = lowest.at === undefined || position < lowest.at ? position : lowest.at;
      else ownPositions.add(position);
      if (ownPositions.size > MAX_OWN_POSITIONS) ownPositions = new Set([...ownPositions].slice(MAX_OWN_POSITIONS / 2));
    },
    startRead() {
      const thisRead: { at?: string } = {};
      lowest = thisRead;
      return () => {
        readUpTo = lowest === thisRead ? thisRead.at : undefined;
        ownPositions = new Set([...ownPositions].filter((position) => !isIncluded(position)));
      };
    },
    includesPosition: (position) => position === '' || isIncluded(position),
    includesCommandsAt: (positions) =>
      positions.every((position) => ownPositions.has(position) || isIncluded(position)),
  };
}
