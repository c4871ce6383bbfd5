/**
 * The furthest place in the event log that this browser has heard of. Reads carry it, so an own change is never missing
 * from what is shown after it. Positions are `{logId}:{20 digits}`: of one log they compare as text.
 */
export function createReadPosition() {
  let highest: string | undefined;
  return {
    highest: (): string | undefined => highest,
    remember(position: string | null): void {
      if (position === null || position === '') return;
      if (highest === undefined || logOf(position) !== logOf(highest) || position > highest) highest = position;
    },
  };
}

const logOf = (position: string): string => position.slice(0, position.lastIndexOf(':'));
