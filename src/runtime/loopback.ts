/** Tells whether a `url.hostname` is a name of the loopback interface, so that traffic does not leave the machine. */
export const isLoopback = (hostname: string): boolean => /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
