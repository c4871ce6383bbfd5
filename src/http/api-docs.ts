import type { Endpoint } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';
import { escapeHtml } from '#runtime/escape-html.ts';

/** A page about the API for people, generated from the contract; programs use /api/openapi.json. */
export function apiDocsPage(nonce: string): string {
  const endpoints = Object.values(contract) as readonly Endpoint[];
  const tags = [...new Set(endpoints.map((endpoint) => endpoint.tag))];
  const sections = tags.map((tag) =>
    section(
      tag,
      endpoints.filter((endpoint) => endpoint.tag === tag),
    ),
  );
  return `<!doctype html>
<html lang="pt-BR">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>API do Prumo</title><style nonce="${nonce}">${STYLE}</style></head>
<body><main><h1>API do Prumo</h1>
<p>Cada chamada abaixo, com quem pode fazê-la. Valores são números JSON em reais, unidades ou por cento, com até quatro casas decimais; textos como <code>"1.234,56"</code> também são aceitos. A descrição para programas está em <a href="/api/openapi.json">/api/openapi.json</a>.</p>
${sections.join('\n')}</main></body></html>`;
}

const section = (tag: string, endpoints: readonly Endpoint[]): string =>
  `<h2>${escapeHtml(tag)}</h2><dl>${endpoints.map(row).join('')}</dl>`;

const row = ({ method, path, summary, status = 200 }: Endpoint): string =>
  `<dt><b>${method}</b> <code>${escapeHtml(path)}</code> <span>${status}</span></dt><dd>${escapeHtml(summary)}</dd>`;

const STYLE = `:root{color-scheme:light dark}body{font:16px/1.6 system-ui,sans-serif;margin:0}
main{max-width:44rem;margin:0 auto;padding:2rem 1rem}dt{margin-top:1rem}dd{margin:0}dt span{opacity:.75;margin-left:.5rem}
code{font-size:.95em;overflow-wrap:anywhere}`;
