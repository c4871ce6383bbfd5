import type { ProblemBody } from '#contract/problem.ts';

/** The server answered, and the answer is not the one asked for. `detail` is a sentence for the owner. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly status: number;
  readonly detail: string;
  /** A sentence per wrong field, by its name on the wire. */
  readonly fields: Readonly<Record<string, string>>;
  readonly code: string | undefined;
  /** What stands on the server, where the call was refused because that has changed. */
  readonly current: unknown;
  constructor({
    status,
    detail,
    fields,
    code,
    current,
  }: Pick<ProblemBody, 'status' | 'detail'> & Partial<ProblemBody>) {
    super(`HTTP ${status}: ${detail}`);
    this.status = status;
    this.detail = detail;
    this.fields = fields ?? {};
    this.code = code;
    this.current = current;
  }
}

/** No answer: no connection, a time-out, or something between us and the server that is not the server. */
export class NetworkFailure extends Error {
  override readonly name = 'NetworkFailure';
  constructor(cause: unknown, message = 'no answer from the server') {
    super(message, { cause });
  }
}
