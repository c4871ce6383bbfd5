/** Is this the name by which a machine calls itself, `url.hostname`? What is sent there leaves it for nobody. */
export const isLoopback = (hostname: string): boolean => /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
