import { ProblemReply } from '#contract/problem.ts';
import * as v from 'valibot';
import { MARK } from './hostile.ts';
import type { Answer, Request } from './send.ts';
import { openApiDocument } from '#http/open-api/document.ts';

interface DescribedCall {
  readonly method: string;
  readonly path: RegExp;
  readonly statuses: readonly string[];
}

const { paths } = openApiDocument('http://localhost:3000') as {
  paths: Record<string, Record<string, { responses: object }>>;
};
const calls: readonly DescribedCall[] = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { responses }]) => ({
    method: method.toUpperCase(),
    path: new RegExp(`^${path.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    statuses: Object.keys(responses),
  })),
);

/** These statuses are described for no single call: another host name, and a malformed address, body or request. */
const OF_ANY_REQUEST = new Set(['307', '400', '404', '408', '413', '414', '415', '431']);

/** Returns whether the API description has this status for the request, also for an unknown path. */
function isDescribed({ method, path }: { readonly method: string; readonly path: string }, status: number): boolean {
  const [address = ''] = path.split('?');
  const matching = calls.filter((call) => call.method === method && call.path.test(address));
  if (matching.length === 0 || OF_ANY_REQUEST.has(String(status))) return true;
  return matching.some(({ statuses }) => statuses.includes(String(status)));
}

/** An answer contains nothing but what the contract documents. */
const Problem = v.strictObject(ProblemReply.entries);

/** A field or parameter by name, or its index in a list; unknown parameters are named up to a certain length. */
const FIELD = /^[A-Za-z][\w-]{0,39}(?:\.\w{1,30})*$/;

/** The parser refused the bytes, so there is no request that could be answered in JSON. */
const BEFORE_THE_REQUEST = [400, 408, 431];

/** A sentence begins with a capital letter or a quoted name, and has several words. */
const SENTENCE = /^(?:\p{Lu}|“|\d)[^\n]{3,}$/u;
/** Words of valibot, Node, Koa and Postgres that no sentence of ours contains. */
const ENGLISH =
  /\b(?:invalid|expected|received|undefined|unexpected|must|cannot|error|failed|missing|the|is|not|of|type|syntax|null|NaN)\b|\[object|\bat \S+:\d+/i;
/** Field names and values sent by callers that sentences may repeat. */
const TERMS =
  /\b(?:business|ingredient|dish):?\{?i?d?\}?|\b(?:costs|revenue|ingredients|dishes|granted|pending|now|true)\b/g;
/** These problems may contain a name that has passed validation; none may contain such an e-mail. */
const QUOTED = /“[^”]*”/gu;

/** Says what is wrong with an answer; undefined when nothing is. */
export function wrongWith(answer: Answer, { method, path, headers }: Request, slowMs: number): string | undefined {
  if (answer.kind !== 'answered') return answer.kind === 'cut' ? `cut off: ${answer.why}` : 'no answer';
  const { status, milliseconds } = answer;
  if (status >= 500 && !isHonest(answer)) return `status ${status}`;
  if (!isDescribed({ method, path }, status)) return `status ${status}, which the API’s description does not have`;
  if (milliseconds > slowMs) return `slow: ${Math.round(milliseconds)} ms`;
  // Pages refuse with a page of the app.
  const isCall = path.startsWith('/api/') && method !== 'HEAD';
  return status < 400 || !isCall ? undefined : wrongProblem(answer, headers['Accept'] ?? '');
}

type AnswerReceived = Extract<Answer, { kind: 'answered' }>;

/** The answer says that something is unavailable, and when to try again. */
const isHonest = ({ status, headers }: AnswerReceived): boolean =>
  status === 503 && headers['retry-after'] !== undefined;

function wrongProblem({ status, headers, text }: AnswerReceived, accept: string): string | undefined {
  const type = String(headers['content-type']);
  if (type.startsWith('text/plain')) {
    const isDue = !/\bjson\b/.test(accept) || BEFORE_THE_REQUEST.includes(status);
    return isDue ? wrongSentence(text) : `a bare sentence where JSON was asked for: ${text.slice(0, 80)}`;
  }
  if (!type.startsWith('application/problem+json')) return `status ${status} as ${type}`;
  const read = v.safeParse(Problem, parsed(text));
  if (!read.success) return `not the documented shape: ${text.slice(0, 200)}`;
  const problem = read.output;
  if (problem.status !== status) return `says ${problem.status} and is ${status}`;
  if (!/^urn:prumo:problem:[a-z_]+$/.test(problem.type)) return `type ${problem.type}`;
  const sentences = [problem.title, problem.detail, ...Object.values(problem.fields ?? {})];
  const strange = Object.keys(problem.fields ?? {}).find((name) => !FIELD.test(name));
  if (strange !== undefined) return `repeats what was sent as a field: ${strange}`;
  return sentences.map(wrongSentence).find((wrong) => wrong !== undefined);
}

function wrongSentence(sentence: string): string | undefined {
  if (!SENTENCE.test(sentence)) return `no sentence: ${JSON.stringify(sentence.slice(0, 120))}`;
  const words = sentence.replaceAll(QUOTED, '');
  if (words.includes(MARK)) return `repeats what was sent: ${sentence.slice(0, 120)}`;
  if (ENGLISH.test(words.replaceAll(TERMS, ''))) return `not Portuguese: ${sentence.slice(0, 120)}`;
  return undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Codes of problems that are found before the rules of a call are checked. */
const BEFORE_ITS_RULES =
  /^(?:invalid|unreadable|not_found|not_signed_in|no_access|not_admin|admin_password_needed|other_site|not_from_provider|method_not_allowed|too_large|not_json|too_many|away|unexpected)$/;

/** Returns true if the call took effect or was refused by its own rules, so that all input was understood. */
export function isPastValidation(answer: Answer): boolean {
  if (answer.kind !== 'answered' || answer.status >= 500) return false;
  if (answer.status < 300) return true;
  const { code } = (parsed(answer.text) ?? {}) as { code?: string };
  return code !== undefined && !BEFORE_ITS_RULES.test(code);
}

/** Returns the code of a problem; undefined for any other answer. */
export const codeOf = (answer: Answer): string | undefined =>
  answer.kind === 'answered' && answer.status >= 400
    ? ((parsed(answer.text) ?? {}) as { code?: string }).code
    : undefined;
