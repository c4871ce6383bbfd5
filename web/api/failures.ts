import type { ProblemBody } from '#contract/problem.ts';

/** The server answered with a failure. `detail` is a sentence for the owner. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly status: number;
  readonly detail: string;
  /** A sentence for each wrong field, by its name on the wire. */
  readonly fields: Readonly<Record<string, string>>;
  readonly code: string | undefined;
  /** The current value on the server, where the call was refused because that value has changed. */
  readonly current: unknown;
  /** The seconds after which the server wants to be asked again; undefined if it has not said so. */
  readonly retryAfter: number | undefined;
  constructor(
    { status, detail, fields, code, current }: Pick<ProblemBody, 'status' | 'detail'> & Partial<ProblemBody>,
    retryAfter?: number,
  ) {
    super(`HTTP ${status}: ${detail}`);
    this.status = status;
    this.detail = detail;
    this.fields = fields ?? {};
    this.code = code;
    this.current = current;
    this.retryAfter = retryAfter;
  }
}

/** No answer came: there was no connection, a time-out, or an answer from something that is not the server. */
export class NetworkFailure extends Error {
  override readonly name = 'NetworkFailure';
  constructor(cause: unknown, message = 'no answer from the server') {
    super(message, { cause });
  }
}

const UNKNOWN_FAILURE = 'Algo deu errado do nosso lado. Tente de novo em instantes.';

/** Reads an answer that is not a success: the server's problem+json, its plain sentence or a proxy's page. */
export async function problemOf(response: Response): Promise<ApiProblem> {
  const { status } = response;
  const text = await response.text().catch(() => '');
  const type = response.headers.get('Content-Type') ?? '';
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN);
  const seconds = Number.isFinite(retryAfter) ? retryAfter : undefined;
  if (type.includes('json')) {
    const body = parseJson(text);
    if (isProblem(body)) return new ApiProblem({ ...body, status }, seconds);
  }
  const sentence = type.startsWith('text/plain') && text.length <= 500 ? text.trim() : '';
  return new ApiProblem({ status, detail: sentence || UNKNOWN_FAILURE }, seconds);
}

/** The check is written by hand because a schema library would be a tenth of the first page's size. */
function isProblem(body: unknown): body is ProblemBody {
  if (typeof body !== 'object' || body === null) return false;
  const { detail, code = '', fields = {} } = body as Record<string, unknown>;
  if (typeof detail !== 'string' || typeof code !== 'string') return false;
  return (
    typeof fields === 'object' && fields !== null && Object.values(fields).every((text) => typeof text === 'string')
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
