import { escapeHtml } from '#runtime/escape-html.ts';

/** The parts of a message; written once, sent as plain text and as simple HTML. */
export type MessagePart =
  | { readonly heading: string }
  | { readonly paragraph: string }
  | { readonly rows: readonly (readonly [string, string])[] }
  | { readonly code: string }
  | { readonly link: string; readonly to: string };

export const renderText = (parts: readonly MessagePart[]): string =>
  `${parts.map((part) => linesOf(part).join('\n')).join('\n\n')}\n`;

/** Lines of a part in plain text. */
function linesOf(part: MessagePart): readonly string[] {
  if ('heading' in part) return [part.heading.toUpperCase()];
  if ('paragraph' in part) return [part.paragraph];
  if ('rows' in part) return part.rows.map(([label, value]) => `${label}: ${value}`);
  if ('code' in part) return [`    ${part.code}`];
  return [`${part.link}: ${part.to}`];
}

/**
 * HTML without pictures, scripts and external resources: mail programs show it unchanged, and opening it cannot be
 * tracked.
 */
export const renderHtml = (title: string, parts: readonly MessagePart[]): string => `<!doctype html>
<html lang="pt-BR">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:24px 16px;background:#faf7f2;color:#26211b;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #e3dccf;border-radius:16px">
${parts.map(partHtml).join('\n')}
</div>
</body>
</html>
`;

function partHtml(part: MessagePart): string {
  if ('heading' in part) return `<h2 style="margin:24px 0 8px;font-size:16px">${escapeHtml(part.heading)}</h2>`;
  if ('paragraph' in part) return `<p style="margin:0 0 12px">${escapeHtml(part.paragraph)}</p>`;
  if ('rows' in part) return `<table style="border-collapse:collapse">${part.rows.map(rowHtml).join('')}</table>`;
  if ('code' in part)
    return `<p style="margin:0 0 12px;font:600 20px/1.5 ui-monospace,Menlo,Consolas,monospace">${escapeHtml(part.code)}</p>`;
  return `<p style="margin:12px 0"><a href="${escapeHtml(part.to)}" style="color:#2c6a46;font-weight:600">${escapeHtml(part.link)}</a></p>`;
}

const rowHtml = ([label, value]: readonly [string, string]): string =>
  `<tr><th style="padding:2px 16px 2px 0;text-align:left;vertical-align:top;font-weight:400;color:#655d52">${escapeHtml(label)}</th><td style="padding:2px 0;overflow-wrap:anywhere">${escapeHtml(value)}</td></tr>`;
