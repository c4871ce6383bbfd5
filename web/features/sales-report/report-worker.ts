import { reportReader } from './report-reader.ts';
import type { Answer, Question } from './worker-reader.ts';

/** What a worker has of its scope; the program knows the page's only. */
const scope = globalThis as unknown as {
  addEventListener(type: 'message', listener: (event: MessageEvent<Question>) => void): void;
  postMessage(answer: Answer): void;
};
const reader = reportReader();

const answer = async (question: Question): Promise<unknown> =>
  question.kind === 'open' ? reader.open(question.bytes, question.options) : reader.understand(question.asked);

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker answers its page alone
const give = (given: Answer): void => scope.postMessage(given);

scope.addEventListener('message', ({ data }) => {
  answer(data).then(
    (value) => give({ number: data.number, ok: true, value }),
    () => give({ number: data.number, ok: false }),
  );
});
