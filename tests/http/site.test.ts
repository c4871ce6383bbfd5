import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SiteBody } from '#contract/site.ts';
import { readSiteConfig } from '#config/site-config.ts';
import { type RunningApi, startApi } from '#tests/support/api.ts';

type Shop = Readonly<Record<string, string>>;
const startShop = (env: Shop): Promise<RunningApi> => startApi({ site: readSiteConfig(env, { production: false }) });
const policyOf = async (api: RunningApi): Promise<readonly string[]> => {
  const { headers } = await api.visitor().call('GET', '/');
  return (headers.get('Content-Security-Policy') ?? '').split(';');
};

describe('shop information', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startShop({
      SUPPLIER_NAME: `"Zé" & Filhos <script>'$&__PRICE__`,
      SUPPLIER_CNPJ: '11222333000181',
      SUPPLIER_ADDRESS: 'Rua A, 1',
      PRICE_CENTS: '123456',
      LIST_PRICE_CENTS: '',
      VIDEO_URL: 'https://youtu.be/dQw4w9WgXcQ',
    });
  });
  afterAll(() => api.stop());

  const shop: SiteBody = {
    price: 1234.56,
    list_price: null,
    supplier: { name: `"Zé" & Filhos <script>'$&__PRICE__`, cnpj: '11.222.333/0001-81', address: 'Rua A, 1' },
    support: { email: 'suporte@exemplo.com', whatsapp: '5500000000000' },
    needs_tax_id: false,
    payments_are_simulated: true,
    video: { kind: 'frame', src: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0' },
  };

  test('is public and may be cached for a while', async () => {
    const answer = await api.visitor().call('GET', '/api/site');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Cache-Control')).toBe('public, max-age=300');
    expect(answer.json).toEqual(shop);
  });

  test('appears in the page as text, whatever the shop’s name is', async () => {
    const { text } = await api.visitor().call('GET', '/');
    const name = '&quot;Zé&quot; &amp; Filhos &lt;script&gt;&#39;$&amp;__PRICE__';
    expect(text).toContain(`<footer>${name}, 11.222.333/0001-81, Rua A, 1</footer>`);
    expect(text).toContain('<strong>R$1.234,56</strong>');
    expect(text).toContain('<s data-given=""></s>');
    expect(text).toContain('<section data-given="frame">');
  });

  test('is embedded in the page completely', async () => {
    const { text } = await api.visitor().call('GET', '/contact');
    const page = new Map(Object.entries({ quot: '"', amp: '&', lt: '<', gt: '>', '#39': "'" }));
    const content = /<meta name="site" content="([^"]*)"/.exec(text)?.[1] ?? '';
    expect(JSON.parse(content.replaceAll(/&([^;]+);/g, (_, entity: string) => page.get(entity) ?? ''))).toEqual(shop);
  });

  test('allows its video’s player and no other foreign content', async () => {
    const policy = await policyOf(api);
    expect(policy).toContain('frame-src https://www.youtube-nocookie.com');
    expect(policy).toContain("media-src 'none'");
  });
});

describe('content security policy', () => {
  test.each([
    ['without a video', { VIDEO_URL: '' }, "frame-src 'none'", "media-src 'none'"],
    ['with its own film', {}, "frame-src 'none'", "media-src 'self'"],
    ['with a video file', { VIDEO_URL: 'https://v.example/a.mp4' }, "frame-src 'none'", 'media-src https://v.example'],
    [
      'with a video on Vimeo',
      { VIDEO_URL: 'https://vimeo.com/7' },
      'frame-src https://player.vimeo.com',
      "media-src 'none'",
    ],
  ])('allows exactly the video sources of a shop %s', async (_which, env, frames, media) => {
    const api = await startShop(env);
    expect(await policyOf(api)).toEqual(expect.arrayContaining([frames, media]));
    await api.stop();
  });
});
