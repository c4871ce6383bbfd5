import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import { type Problem, problems } from './problem.ts';

const LIMIT_BYTES = 32_768;
const MAX_DEPTH = 20;
const JSON_TYPE = /^application\/json\s*(?:;|$)/i;
const WITH_BODY: readonly string[] = ['POST', 'PUT', 'PATCH'];

/**
 * The JSON object or array in a request, of up to 32 KB and 20 levels; an empty one where nothing was sent.
 * @throws Problem 400 · 413 · 415, each with a sentence
 */
export async function readJsonBody({ req, method }: Pick<Context, 'req' | 'method'>): Promise<unknown> {
  if (hasBody(req) && !isPlainJson(req)) throw problems.notJson();
  if (!WITH_BODY.includes(method)) return {};
  const text = await textOf(req);
  if (text === '') return {};
  const value = parsed(text);
  if (typeof value !== 'object' || value === null) throw problems.unreadable();
  refuseOdd(value);
  return value;
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const isPlainJson = ({ headers }: IncomingMessage): boolean =>
  JSON_TYPE.test(headers['content-type'] ?? '') && (headers['content-encoding'] ?? 'identity') === 'identity';

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw problems.unreadable();
  }
}

/** What is too long is not read to its end: Node throws the rest away once the answer is out. */
function textOf(req: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const leave = (): void => void req.off('data', take).off('end', end).off('error', broken).off('close', broken);
    const refuse = (problem: Problem): void => {
      leave();
      req.pause();
      reject(problem);
    };
    const take = (chunk: Buffer): void => {
      chunks.push(chunk);
      length += chunk.length;
      if (length > LIMIT_BYTES) refuse(problems.tooLarge());
    };
    const end = (): void => {
      leave();
      resolve(Buffer.concat(chunks, length).toString());
    };
    const broken = (): void => refuse(problems.unreadable());
    if (Number(req.headers['content-length'] ?? 0) > LIMIT_BYTES) return refuse(problems.tooLarge());
    if (req.destroyed) return broken();
    req.on('data', take).on('end', end).on('error', broken).on('close', broken);
  });
}

/** Level by level and not by recursion: what is being measured must not overflow the stack. */
function refuseOdd(value: object): void {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) throw problems.unreadable('O pedido tem níveis demais.');
    const next: object[] = [];
    for (const each of level) {
      if (Object.hasOwn(each, '__proto__')) throw problems.unreadable();
      for (const inner of Object.values(each) as unknown[])
        if (typeof inner === 'object' && inner !== null) next.push(inner);
    }
    level = next;
  }
}

/** Errors of Node's and Koa's own request reading, told apart from ours. */
export function problemOfTransport(error: unknown): Problem | undefined {
  const { status } = error as { status?: number };
  if (status === 413) return problems.tooLarge();
  if (status === 415) return problems.notJson();
  if (status === 404) return problems.unknown();
  return status !== undefined && status >= 400 && status < 500 ? problems.unreadable() : undefined;
}
