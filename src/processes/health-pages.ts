import type { RequestListener } from 'node:http';

/** For whoever watches a process that serves nothing else: alive at all (/healthz), and able to work (/readyz). */
export const healthPages =
  (ready: () => Promise<void>): RequestListener =>
  (request, response) => {
    const answer = (status: number, text: string): void => {
      response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(text);
    };
    if (request.url === '/healthz') return answer(200, 'ok');
    if (request.url !== '/readyz') return answer(404, 'not here');
    ready().then(
      () => answer(200, 'ok'),
      () => answer(503, 'not ready'),
    );
  };
