/** The changes that the state of this tab contains, by position in the event log. */
export interface ChangeTracker {
  /** Records the position in an answer. */
  heard(position: string, call: string): void;
  /** Starts a read. @returns ends it, once its answers are on screen */
  reading(): () => void;
  /** Whether the state contains everything up to the position. */
  reachesTo(position: string): boolean;
  /** Whether each of these commands is in the state or is an own command. */
  has(commands: readonly string[]): boolean;
}

/** The limit of remembered own commands, about 100 bytes each, until they are part of a read. */
const MAX_OWN = 2_000;

/** @param isRead whether the call is a read; all others are commands */
export function createChangeTracker(isRead: (call: string) => boolean): ChangeTracker {
  let own = new Set<string>();
  /** The position that every answer of the last read contained. */
  let shown: string | undefined;
  /** The lowest position in the answers since the last read began; an aborted read does not count. */
  let lowest: { at?: string } = {};

  const isShown = (position: string): boolean =>
    shown !== undefined && logOf(position) === logOf(shown) && position <= shown;

  return {
    heard(position, call) {
      if (isRead(call)) lowest.at = lowest.at === undefined || position < lowest.at ? position : lowest.at;
      else own.add(position);
      if (own.size > MAX_OWN) own = new Set([...own].slice(MAX_OWN / 2));
    },
    reading() {
      const mine: { at?: string } = {};
      lowest = mine;
      return () => {
        shown = lowest === mine ? mine.at : undefined;
        own = new Set([...own].filter((position) => !isShown(position)));
      };
    },
    reachesTo: (position) => position === '' || isShown(position),
    has: (commands) => commands.every((position) => own.has(position) || isShown(position)),
  };
}

const logOf = (position: string): string => position.slice(0, position.lastIndexOf(':'));
