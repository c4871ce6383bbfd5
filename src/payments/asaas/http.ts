import * as v from 'valibot';
import { ProviderError } from '../port.ts';
import { type ProviderCall, networkFailure, statusFailure, unclear } from './failures.ts';

export interface AsaasHttp {
  /** @param query undefined values are left out */
  get<S extends Schema>(what: string, request: GetRequest<S>): Promise<v.InferOutput<S>>;
  post<S extends Schema>(what: string, request: PostRequest<S>): Promise<v.InferOutput<S>>;
  delete<S extends Schema>(what: string, request: DeleteRequest<S>): Promise<v.InferOutput<S>>;
}

type Schema = v.GenericSchema;

interface GetRequest<S> {
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly reply: S;
}

interface PostRequest<S> {
  readonly path: string;
  readonly body: unknown;
  readonly reply: S;
}

interface DeleteRequest<S> {
  readonly path: string;
  readonly reply: S;
}

interface Options {
  /** An address such as https://api.asaas.com/v3. */
  readonly url: string;
  readonly apiKey: string;
  /** Timeout from the first network access to the last byte of the answer, in milliseconds. */
  readonly timeoutMs: number;
}

/** A page of a hundred payments has 300 KB. */
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Calls of Asaas over `fetch`. Every failure becomes a ProviderError without the key and without data of request and
 * answer; nothing is retried.
 */
export function createAsaasHttp({ url, apiKey, timeoutMs }: Options): AsaasHttp {
  async function answerTo(call: ProviderCall, address: string, body: unknown): Promise<unknown> {
    let response: Response;
    let text: string;
    try {
      response = await fetch(address, {
        method: call.method,
        headers: {
          access_token: apiKey,
          'user-agent': 'Prumo',
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        redirect: 'manual', // An API does not redirect, and the key must not be sent elsewhere.
        signal: AbortSignal.timeout(timeoutMs),
      });
      text = await textOf(response, call);
    } catch (error) {
      throw error instanceof ProviderError ? error : networkFailure(call, error);
    }
    if (response.status !== 200) throw statusFailure(call, response.status, response.headers, text);
    return parsed(call, text);
  }

  function read<S extends Schema>(call: ProviderCall, answer: unknown, reply: S): v.InferOutput<S> {
    const { success, output } = v.safeParse(reply, answer);
    if (!success) throw unclear(call, 'malformed', 'not the expected form');
    return output;
  }

  return {
    async get(what, { path, query = {}, reply }) {
      const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
      const search = given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
      const call: ProviderCall = { method: 'GET', what };
      return read(call, await answerTo(call, `${url}${path}${search}`, undefined), reply);
    },
    async post(what, { path, body, reply }) {
      const call: ProviderCall = { method: 'POST', what };
      return read(call, await answerTo(call, `${url}${path}`, body), reply);
    },
    async delete(what, { path, reply }) {
      const call: ProviderCall = { method: 'DELETE', what };
      return read(call, await answerTo(call, `${url}${path}`, undefined), reply);
    },
  };
}

/** The body, up to a maximum size. For an answer that is no success, a partial body is enough. */
async function textOf(response: Response, call: ProviderCall): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.length;
      if (size > MAX_BYTES) throw unclear(call, 'malformed', 'endless answer');
      chunks.push(chunk);
    }
  } catch (error) {
    if (response.status === 200) throw error;
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parsed(call: ProviderCall, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unclear(call, 'malformed', 'no JSON');
  }
}
