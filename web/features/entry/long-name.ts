/** In characters: what fits beside a number on a narrow phone in two or three lines. */
const FITS = 32;

/** A name that has a line to itself where there is little room: beside a number it would stand in a column of single words. */
export const isLongName = (name: string): boolean => name.length > FITS;
