/** What of the business's history is in what this tab shows, by positions in the event log. */
export interface KnownChanges {
  /** An answer carried this position. */
  heard(position: string, call: string): void;
  /** A reading begins. @returns its end: what it has read is shown now */
  reading(): () => void;
  /** Is everything up to there shown? */
  reachesTo(position: string): boolean;
  /** Is each of these commands in what was read, or one of our own? */
  has(commands: readonly string[]): boolean;
}

/** Commands of one's own that are remembered, about 100 bytes each, until they have been read. */
const MAX_OWN = 2_000;

/** @param isRead does this call read? All others are commands. */
export function createKnownChanges(isRead: (call: string) => boolean): KnownChanges {
  let own = new Set<string>();
  /** Every answer of the last reading contained this. */
  let shown: string | undefined;
  /** The lowest position among the answers since the last reading began; one that was given up counts no more. */
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
