import { isIP } from 'node:net';
import type { ClientAddress } from '#access-log/access-log.ts';
import type { Context } from 'koa';

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
