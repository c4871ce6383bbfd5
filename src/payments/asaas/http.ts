import * as v from 'valibot';
import { ProviderError } from '../provider.ts';
import { type RequestSummary, networkFailure, statusFailure, unclearOutcome } from './failures.ts';

export interface AsaasHttp {
  /** Sends a GET request and validates the response. @param query undefined values are left out */
  get<S extends Schema>(name: string, request: GetRequest<S>): Promise<v.InferOutput<S>>;
  post<S extends Schema>(name: string, request: PostRequest<S>): Promise<v.InferOutput<S>>;
  delete<S extends Schema>(name: string, request: DeleteRequest<S>): Promise<v.InferOutput<S>>;
}

type Schema = v.GenericSchema;

interface GetRequest<S> {
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly schema: S;
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
  /** Timeout from the first network access to the last byte of the response, in milliseconds. */
  readonly timeoutMs: number;
}

/** The maximum size of a response; a page of a hundred payments has 300 KB. */
const MAX_RESPONSE_BYTES = 4 * 1024 * 1024;

/**
 * Sends requests to Asaas over `fetch`. Every failure becomes a ProviderError without the key and without data of the
 * request or the response; nothing is retried.
 */
export function createAsaasHttp({ url, apiKey, timeoutMs }: Options): AsaasHttp {
  async function send(request: RequestSummary, address: string, body: unknown): Promise<unknown> {
    let response: Response;
    let text: string;
    try {
      response = await fetch(address, {
        method: request.method,
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
      text = await readText(response, request);
    } catch (error) {
      throw error instanceof ProviderError ? error : networkFailure(request, error);
    }
    if (response.status !== 200) throw statusFailure(request, response.status, response.headers, text);
    return parseJson(request, text);
  }

  function validate<S extends Schema>(request: RequestSummary, answer: unknown, reply: S): v.InferOutput<S> {
    const { success, output } = v.safeParse(reply, answer);
    if (!success) throw unclearOutcome(request, 'malformed', 'not the expected form');
    return output;
  }

  return {
    async get(name, { path, query = {}, schema }) {
      const parameters = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
      const search = parameters.length === 0 ? '' : `?${new URLSearchParams(parameters).toString()}`;
      const request: RequestSummary = { method: 'GET', name };
      return validate(request, await send(request, `${url}${path}${search}`, undefined), schema);
    },
    async post(name, { path, body, reply }) {
      const request: RequestSummary = { method: 'POST', name };
      return validate(request, await send(request, `${url}${path}`, body), reply);
    },
    async delete(name, { path, reply }) {
      const request: RequestSummary = { method: 'DELETE', name };
      return validate(request, await send(request, `${url}${path}`, undefined), reply);
    },
  };
}

/** Reads the body, up to a maximum size. A partial body is enough where the status is no success. */
async function readText(response: Response, request: RequestSummary): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.length;
      if (size > MAX_RESPONSE_BYTES) throw unclearOutcome(request, 'malformed', 'endless answer');
      chunks.push(chunk);
    }
  } catch (error) {
    if (response.status === 200) throw error;
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseJson(request: RequestSummary, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unclearOutcome(request, 'malformed', 'no JSON');
  }
}
