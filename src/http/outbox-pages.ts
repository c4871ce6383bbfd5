import { readText } from '#domain/text.ts';
import type { OutboxMessage, Outbox } from '#mail/outbox.ts';
import { Router } from '@koa/router';
import type { Middleware } from 'koa';
import { escapeHtml } from '#runtime/escape-html.ts';
import { problems } from './problem.ts';
import { allowNonce } from './security-headers.ts';

/** The maximum length of a message id: `<uuid>@<host name>`. */
const MAX_ID = 320;

/** /dev/outbox shows the mail of a machine without a mail server; absent where a real one is configured. */
export function outboxPages(outbox: Pick<Outbox, 'list' | 'find'>): Middleware {
  const router = new Router({ prefix: '/dev/outbox' })
    .get('/', async (ctx) => {
      const messages = await outbox.list();
      ctx.set('Cache-Control', 'no-store');
      ctx.type = 'text/html; charset=utf-8';
      ctx.body = pageHtml('E-mails', listHtml(messages), allowNonce(ctx));
    })
    .get('/:id', async (ctx) => {
      const id = readText(String(ctx['params'].id), MAX_ID);
      const message = id.ok ? await outbox.find(id.text) : undefined;
      if (!message) throw problems.notFound();
      ctx.set('Cache-Control', 'no-store');
      ctx.type = 'text/html; charset=utf-8';
      ctx.body = pageHtml(message.subject, messageHtml(message), allowNonce(ctx));
    });
  return router.routes() as Middleware;
}

const pageHtml = (title: string, content: string, nonce: string): string => `<!doctype html>
<html lang="pt-BR">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style nonce="${nonce}">${STYLE}</style></head>
<body><main><p class="notice">Caixa de saída de teste: nesta máquina nenhum e-mail é enviado de verdade.</p>
<h1>${escapeHtml(title)}</h1>${content}</main></body></html>`;

const listHtml = (messages: readonly OutboxMessage[]): string =>
  messages.length === 0
    ? '<p>Nenhum e-mail ainda.</p>'
    : `<ul>${messages.map((message) => `<li>${linkHtml(message)}<br>${recipientHtml(message)}</li>`).join('')}</ul>`;

const linkHtml = ({ id, subject }: OutboxMessage): string =>
  `<a href="/dev/outbox/${encodeURIComponent(id)}">${escapeHtml(subject)}</a>`;

const recipientHtml = ({ to, sentAt }: OutboxMessage): string =>
  `${escapeHtml(to.name)} &lt;${escapeHtml(to.address)}&gt;, ${formatDateTime(sentAt)}`;

const messageHtml = (message: OutboxMessage): string =>
  `<p>Para ${recipientHtml(message)}</p><pre>${linkify(message.text)}</pre><p><a href="/dev/outbox">Todos os e-mails</a></p>`;

/** Escapes text for HTML and turns addresses into links. */
const linkify = (text: string): string =>
  escapeHtml(text).replaceAll(/https?:\/\/[^\s&<>"']+/g, (address) => `<a href="${address}">${address}</a>`);

const formatDateTime = (at: Date): string => escapeHtml(at.toLocaleString('pt-BR', { timeZone: 'America/Sao_Paulo' }));

const STYLE = `:root{color-scheme:light dark}body{font:16px/1.6 system-ui,sans-serif;margin:0}
main{max-width:44rem;margin:0 auto;padding:2rem 1rem}.notice{border:1px dashed;border-radius:12px;padding:12px 16px}
li{margin-bottom:1rem;overflow-wrap:anywhere}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}`;
