/** How long an answer waits, in milliseconds, until the reads that follow it show what it has done; then it goes on without. */
export const READ_YOUR_WRITES_TIMEOUT_MS = 2_000;
