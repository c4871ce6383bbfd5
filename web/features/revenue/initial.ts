/** Twelve of them fit under a chart on a phone. */
export const initial = (name: string): string => name.slice(0, 1);
