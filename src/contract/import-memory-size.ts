/** What a body of the import memory may weigh: 3 000 names of 80 letters fit. */
export const IMPORT_MEMORY_KILOBYTES = 768;
/** Largest length of a remembered name, question or answer, in code points. */
export const MEMORY_TEXT_LENGTH = 200;
