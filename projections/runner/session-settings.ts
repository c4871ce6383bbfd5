/** How long the other end of a connection may be silent, as long as the slowest batch may take. */
export const SILENCE_TIMEOUT_MS = 4_000;

/** Settings of a session with a heartbeat: the server ends it when it has heard nothing for that long. */
export const ENDS_WHEN_SILENT = { idle_session_timeout: String(SILENCE_TIMEOUT_MS) };

/** Settings of a session whose peer may disappear from the network: the server frees its locks within seconds. */
export const SILENCE_IS_NOTICED = { tcp_keepalives_idle: '5', tcp_keepalives_interval: '2', tcp_keepalives_count: '3' };
