import * as v from 'valibot';
import { ProblemReply } from '#contract/replies.ts';
import { ApiProblem } from './failures.ts';

const UNKNOWN = 'Algo deu errado do nosso lado. Tente de novo em instantes.';

/** Reads an answer that is not a success, whoever gave it: the server's problem+json, its bare sentence, a proxy's page. */
export async function problemOf(response: Response): Promise<ApiProblem> {
  const { status } = response;
  const text = await response.text().catch(() => '');
  const type = response.headers.get('Content-Type') ?? '';
  if (type.includes('json')) {
    const read = v.safeParse(ProblemReply, parsed(text));
    if (read.success) return new ApiProblem({ ...read.output, status });
  }
  const sentence = type.startsWith('text/plain') && text.length <= 500 ? text.trim() : '';
  return new ApiProblem({ status, detail: sentence || UNKNOWN });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
