import type { RequestListener } from 'node:http';
import { bareHeaders, carrying } from '#http/security-headers.ts';

/** For whoever watches a process that serves nothing else: alive at all (/healthz), and able to work (/readyz). */
export const healthPages = (ready: () => Promise<void>, publicOrigin: string): RequestListener =>
  carrying(bareHeaders(publicOrigin), (request, response) => {
    const answer = (status: number, text: string): void => {
      response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(text);
    };
    if (request.url === '/healthz') return answer(200, 'ok');
    if (request.url !== '/readyz') return answer(404, 'not here');
    ready().then(
      () => answer(200, 'ok'),
      () => answer(503, 'not ready'),
    );
  });
