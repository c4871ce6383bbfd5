import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export type Fault =
  /** The request is done and answered, but the answer is late. */
  | { readonly kind: 'latency'; readonly milliseconds: number }
  /** The request is done only after this time. */
  | { readonly kind: 'late_commit'; readonly milliseconds: number }
  | { readonly kind: 'rate_limited'; readonly headers: Readonly<Record<string, string>> }
  /** The answer is a page of a proxy in front of the API. The request is not done. */
  | { readonly kind: 'html'; readonly status: number }
  /** The request is done and answered by half of the JSON. */
  | { readonly kind: 'truncated' }
  /** The request is done and gets this answer instead. */
  | { readonly kind: 'answered'; readonly body: string; readonly status?: number }
  /** The request is not done; the connection is reset. */
  | { readonly kind: 'reset' }
  /** The request is done; the connection is reset before the answer. */
  | { readonly kind: 'dropped_after_commit' }
  /** The request is done; the connection is reset in the middle of the answer. */
  | { readonly kind: 'reset_in_answer' }
  /** The request is not done and gets no answer. */
  | { readonly kind: 'silent' }
  | { readonly kind: 'redirect'; readonly to: string }
  /** The answer contains another amount, in reais. */
  | { readonly kind: 'other_amount'; readonly reais: number };

export interface Answer {
  readonly status: number;
  /** Undefined: an empty body. */
  readonly body: unknown;
}

export interface Faults {
  /** Breaks the next `times` requests with this beginning ("POST /payments"), after `after` normal ones. */
  next(requests: string, fault: Fault, which?: { readonly times?: number; readonly after?: number }): void;
  /** Returns the planned fault for a request and uses it up. */
  take(request: string): Fault | undefined;
  clear(): void;
}

interface Planned {
  readonly requests: string;
  readonly fault: Fault;
  times: number;
  after: number;
}

export function createFaults(): Faults {
  let planned: Planned[] = [];
  return {
    next(requests, fault, { times = 1, after = 0 } = {}) {
      planned.push({ requests, fault, times, after });
    },
    take(request) {
      for (const plan of planned.filter(({ requests, times }) => times > 0 && request.startsWith(requests))) {
        if (plan.after === 0) {
          plan.times -= 1;
          return plan.fault;
        }
        plan.after -= 1;
      }
      return undefined;
    },
    clear() {
      planned = [];
    },
  };
}

/** Sends the answer of `work` or the fault in its place. */
export async function respond(response: ServerResponse, fault: Fault | undefined, work: () => Answer): Promise<void> {
  switch (fault?.kind) {
    case undefined:
      return send(response, work());
    case 'latency': {
      const answer = work();
      await sleep(fault.milliseconds);
      return send(response, answer);
    }
    case 'late_commit':
      await sleep(fault.milliseconds);
      return send(response, work());
    case 'rate_limited':
      return send(response, { status: 429, body: { errors: [{ code: 'too_many_requests' }] } }, fault.headers);
    case 'html':
      response.writeHead(fault.status, { 'content-type': 'text/html' });
      return void response.end('<html><body><h1>Bad Gateway</h1></body></html>');
    case 'truncated': {
      const text = JSON.stringify(work().body);
      response.writeHead(200, { 'content-type': 'application/json' });
      return void response.end(text.slice(0, Math.floor(text.length / 2)));
    }
    case 'answered':
      work();
      response.writeHead(fault.status ?? 200, { 'content-type': 'application/json' });
      return void response.end(fault.body);
    case 'reset':
      return response.socket?.resetAndDestroy() && undefined;
    case 'dropped_after_commit':
      work();
      return response.socket?.resetAndDestroy() && undefined;
    case 'reset_in_answer': {
      const text = JSON.stringify(work().body);
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length * 2 });
      await new Promise((resolve) => void response.write(text, resolve));
      return response.socket?.resetAndDestroy() && undefined;
    }
    case 'silent':
      return undefined;
    case 'redirect':
      response.writeHead(307, { location: fault.to });
      return void response.end();
    case 'other_amount':
      return send(response, withAmount(work(), fault.reais));
    default:
      return fault satisfies never;
  }
}

function send(
  response: ServerResponse,
  { status, body }: Answer,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}

function withAmount({ status, body }: Answer, value: number): Answer {
  const page = body as { data?: object[] };
  return {
    status,
    body: page.data ? { ...page, data: page.data.map((each) => ({ ...each, value })) } : { ...page, value },
  };
}
