import type { AccessLog, ClientAddress } from '#access-log/access-log.ts';
import type { Caller } from '#limits/limits.ts';
import type { Context } from 'koa';
import { isIP } from 'node:net';

/** Records visitors in the access log, and identifies callers for rate limits, without querying the database. */
export interface VisitTracker {
  /** Records a request of this account's session. */
  recordVisit(ctx: Context, userId: string): void;
  /** Identifies the caller by account when this process already knows the session, else by the session. */
  callerOf(ctx: Context): Caller;
}

/** The maximum number of remembered sessions, about 150 bytes each. */
const MAX_SESSIONS = 20_000;

export function createVisitTracker(
  accessLog: Pick<AccessLog, 'recordUse'>,
  sessionHash: (ctx: Context) => Buffer | null,
): VisitTracker {
  /** Account ids by session; a full map is cleared. */
  let accounts = new Map<string, string>();
  return {
    recordVisit(ctx, userId) {
      accessLog.recordUse(userId, clientAddress(ctx));
      const session = sessionHash(ctx)?.toString('base64');
      if (session === undefined || accounts.has(session)) return;
      if (accounts.size >= MAX_SESSIONS) accounts = new Map();
      accounts.set(session, userId);
    },
    callerOf(ctx) {
      const session = sessionHash(ctx)?.toString('base64');
      const account = session === undefined ? null : (accounts.get(session) ?? session);
      return { account, ip: clientAddress(ctx).ip };
    },
  };
}

/** `1.2.3.4:567` and `[2001:db8::1]:567`, the notation of some proxies. */
const WITH_PORT = /^(?:\[(?<six>[^\]]+)\]|(?<four>[\d.]+)):(?<port>\d{1,5})$/;

/**
 * The address from which a request comes: the other end of the connection, or behind trusted proxies the address from
 * the outermost of them (Koa has cut `ctx.ip` to that). A value that is no address is ignored.
 */
export function clientAddress(ctx: Context): ClientAddress {
  const { remoteAddress, remotePort } = ctx.req.socket;
  const socketAddress = { ip: normalise(remoteAddress ?? ''), port: remotePort ?? null };
  if (ctx.ips.length === 0) return socketAddress;
  const { six, four, port } = WITH_PORT.exec(ctx.ip)?.groups ?? {};
  const ip = normalise(six ?? four ?? ctx.ip);
  if (isIP(ip) === 0) return socketAddress;
  return { ip, port: port === undefined || !isPort(Number(port)) ? null : Number(port) };
}

const isPort = (port: number): boolean => port >= 1 && port <= 65_535;

/** Removes the zone of a link-local address, and the IPv6 prefix of an IPv4 address. */
const normalise = (ip: string): string => ip.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '');
