import react from '@vitejs/plugin-react';
import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';
import { createServer, type Plugin } from 'vite';
import { DASHBOARD_MODULE, DEMO_MODULE } from './splitting.ts';
import { type Chunks, chunksOf } from './chunks.ts';

const web = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** The HTML of the pages before any script has run. */
async function renderFirstPaint(): Promise<Record<'landing' | 'waiting' | 'snapshot', string>> {
  const server = await createServer({
    configFile: false,
    root: web('.'),
    cacheDir: web('../node_modules/.cache/vite-first-paint'),
    plugins: [react()],
    appType: 'custom',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    logLevel: 'error',
  });
  try {
    const { landingHtml } = await server.ssrLoadModule(web('features/landing/first-paint.tsx'));
    const { dashboardHtml, snapshotHtml } = await server.ssrLoadModule(web('features/dashboard/first-paint.tsx'));
    return { landing: landingHtml(), waiting: dashboardHtml(), snapshot: snapshotHtml() };
  } finally {
    await server.close();
  }
}

/** A script for inlining into the page. */
async function bundleScript(file: string): Promise<string> {
  const entryPoints = [web(file)];
  const { outputFiles } = await build({ entryPoints, bundle: true, minify: true, write: false, target: 'es2022' });
  return (outputFiles[0]?.text ?? '').trim();
}

const LANDING = '<div data-first-paint><!-- landing --></div>';
const FONT = /<link\s[^>]*as="font"[^>]*>/;

const scriptTag = (script: string): string => `<script nonce="__CSP_NONCE__">${script}</script>`;

/** The script with the names of the files that only the demo loads besides the dashboard's. */
const scriptTagWithDemo = (script: string, demo: readonly string[]): string =>
  scriptTag(script).replace('>', () => ` data-demo="${demo.map((file) => `/${file}`).join(' ')}">`);

const linkTags = (files: readonly string[]): string =>
  files
    .map((file) => {
      const rel = file.endsWith('.css') ? 'stylesheet' : 'modulepreload';
      return `<link rel="${rel}" crossorigin href="/${file}" nonce="__CSP_NONCE__">`;
    })
    .join('');

/** A link with low priority: the file is needed only once there is text to render with it. */
const withLowPriority = (link = ''): string => link.replace('<link', '<link fetchpriority="low"');

/** The files that the chunk of `module` needs and the page does not name yet. */
const missingFiles = (chunks: Chunks, module: string, html: string): readonly string[] =>
  chunks.requiredFiles(chunks.find(module)).filter((file) => !html.includes(`/${file}"`));

/**
 * Two pages of one app. index.html contains the rendered landing page; dashboard.html names all files of the
 * dashboard's first view, so that the browser discovers none of them late.
 */
export const pages = (): Plugin => ({
  name: 'pages',
  apply: 'build',
  enforce: 'post',
  async generateBundle(_options, bundle) {
    const index = bundle['index.html'];
    if (index?.type !== 'asset') throw new Error('there is no index.html');
    const chunks = chunksOf(bundle);
    const [{ landing, waiting, snapshot }, script, font, snapshotScript] = await Promise.all([
      renderFirstPaint(),
      bundleScript('first-paint.ts'),
      bundleScript('choose-font.ts'),
      bundleScript('show-snapshot.ts'),
    ]);
    const html = String(index.source);
    index.source = html
      .replace('<!-- font -->', () => scriptTag(font))
      .replace('<!-- landing -->', () => landing)
      .replace('<!-- first paint -->', () => scriptTagWithDemo(script, []));
    const dashboardFiles = missingFiles(chunks, DASHBOARD_MODULE, html);
    const [scripts, styles] = [
      dashboardFiles.filter((file) => file.endsWith('.js')),
      dashboardFiles.filter((file) => file.endsWith('.css')),
    ];
    const demo = missingFiles(chunks, DEMO_MODULE, html).filter((file) => !dashboardFiles.includes(file));
    if (!html.includes(LANDING)) throw new Error('index.html has no place for the landing');
    const source = html
      .replace(LANDING, () => waiting)
      .replace(FONT, '')
      .replace('<!-- font -->', '')
      .replace('</body>', () => `${snapshot}${scriptTag(snapshotScript)}${scriptTag(font)}</body>`)
      // The inline script stands behind the script links, for which it does not wait, and before the styles, which
      // block it.
      .replace('<!-- first paint -->', () => linkTags(scripts) + scriptTagWithDemo(script, demo))
      .replace('</head>', () => `${linkTags(styles)}${withLowPriority(FONT.exec(html)?.[0])}</head>`);
    this.emitFile({ type: 'asset', fileName: 'dashboard.html', source });
  },
});
