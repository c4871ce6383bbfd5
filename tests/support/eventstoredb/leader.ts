import { EventStoreDBClient } from '@eventstore/db-client';
import { setTimeout as sleep } from 'node:timers/promises';

const PARTS = /^(esdb:\/\/(?:[^@/]+@)?)([^/?@]+)(.*)$/;

/** Splits a connection string with several nodes into one for each node. */
export function nodesOf(url: string): readonly string[] {
  const [, before = '', hosts = '', rest = ''] = PARTS.exec(url) ?? [];
  return hosts.split(',').map((host) => `${before}${host}${rest}`);
}

async function leads(url: string): Promise<boolean> {
  const client = EventStoreDBClient.connectionString(url);
  try {
    for await (const _ of client.readAll({ maxCount: 1, requiresLeader: true })) break;
    return true;
  } catch {
    return false;
  } finally {
    await client.dispose();
  }
}

/** The address of the leader alone: a client behind a proxy must not be referred to another address. */
export async function leaderOf(url: string): Promise<string> {
  const nodes = nodesOf(url);
  if (nodes.length === 1) return url;
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await sleep(500))
    for (const node of nodes) if (await leads(node)) return node;
  throw new Error('no node leads');
}
