import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import type { SiteBody } from '#contract/site.ts';
import { siteInPage } from '#web/api/page.ts';
import { ContactPage } from '#web/features/contact/contact-page.tsx';
import { DemoVideo } from '#web/features/landing/demo-video.tsx';
import { Price } from '#web/features/landing/landing-page.tsx';
import { TermsPage } from '#web/features/terms/terms-page.tsx';
import { SiteProvider, siteOf } from '#web/stores/site.tsx';
import { page } from './support/screen-under-test.tsx';

afterEach(cleanup);

const body: SiteBody = {
  price: 49.9,
  list_price: 99,
  supplier: { name: 'Cantina do Código Ltda.', cnpj: '11.222.333/0001-81', address: 'Rua das Flores, 12, Recife – PE' },
  support: { email: 'ajuda@cantina.com.br', whatsapp: '5581912345678' },
  needs_tax_id: false,
  payments_are_simulated: false,
  video: null,
};
const show = (screenful: ReactNode, changes: Partial<SiteBody> = {}) =>
  render(<SiteProvider site={siteOf({ ...body, ...changes })}>{screenful}</SiteProvider>);
const linkTo = (address: string): HTMLElement[] =>
  screen.getAllByRole('link').filter((link) => link.getAttribute('href') === address);

describe('the price on the landing page', () => {
  it('stands beside the list price, which is struck through', () => {
    show(<Price />);
    expect(page()).toContain('de R$99,00 por R$49,90 uma vez só');
    expect(document.querySelector('s')?.textContent).toBe('de R$99,00');
  });

  it('stands alone when there is no list price', () => {
    show(<Price />, { list_price: null });
    expect(document.querySelector('s')).toBeNull();
    expect(page()).toContain('por R$49,90');
  });
});

describe('the demonstration video', () => {
  const loaded = () => document.querySelector('iframe, video');
  const play = () => screen.getByRole('button', { name: 'Assistir ao vídeo de demonstração' });

  it('is absent when none is configured', () => {
    show(<DemoVideo />);
    expect(document.body.textContent).toBe('');
  });

  it('is loaded on demand and gets the focus', async () => {
    show(<DemoVideo />, { video: { kind: 'file', src: 'https://v.example/a.mp4' } });
    expect(loaded()).toBeNull();
    await userEvent.click(play());
    const sources = [...(loaded()?.querySelectorAll('source') ?? [])].map((source) => source.getAttribute('src'));
    expect([loaded()?.tagName, sources]).toEqual(['VIDEO', ['https://v.example/a.mp4']]);
    expect(document.activeElement).toBe(loaded());
    expect(screen.queryByText('O que o vídeo mostra')).toBeNull();
  });

  it('has two formats and a description in words when it is the product’s own', async () => {
    show(<DemoVideo />, { video: { kind: 'file', src: '/a.webm', alternative: '/a.mp4' } });
    expect(screen.getByText('O que o vídeo mostra')).toBeTruthy();
    await userEvent.click(play());
    const sources = [...(loaded()?.querySelectorAll('source') ?? [])].map((source) => source.getAttribute('src'));
    expect(sources).toEqual(['/a.webm', '/a.mp4']);
  });
});

describe('the terms of use', () => {
  it('have seven numbered parts, each linked from the list of contents', () => {
    show(<TermsPage />);
    const titles = screen.getAllByRole('heading', { level: 2 });
    expect(titles.map(({ textContent }) => textContent?.slice(0, 3))).toEqual([
      '1. ',
      '2. ',
      '3. ',
      '4. ',
      '5. ',
      '6. ',
      '7. ',
    ]);
    const contents = within(screen.getByRole('navigation', { name: 'Partes dos termos' })).getAllByRole('link');
    expect(contents.map((link) => link.getAttribute('href'))).toEqual(titles.map(({ id }) => `#${id}`));
    expect(document.title).toBe('Termos de uso · Prumo');
  });

  it('name the price, the supplier and the contact', () => {
    show(<TermsPage />);
    for (const text of ['R$49,90', body.supplier.name, body.supplier.cnpj, body.supplier.address, '(81) 91234-5678'])
      expect(page()).toContain(text);
    expect(linkTo('mailto:ajuda@cantina.com.br').length).toBeGreaterThan(0);
  });
});

describe('the contact page', () => {
  it('names both ways of contact, the hours and the time to an answer', () => {
    show(<ContactPage />, { support: { email: 'oi@cantina.com.br', whatsapp: '558132345678' } });
    expect(linkTo('https://wa.me/558132345678').map(({ textContent }) => textContent)).toEqual(['(81) 3234-5678']);
    expect(linkTo('mailto:oi@cantina.com.br')).toHaveLength(1);
    for (const text of ['Seg–Sex, 9h–18h', 'Resposta imediata', 'Resposta em até 24h']) expect(page()).toContain(text);
    expect(document.querySelectorAll('details').length).toBeGreaterThanOrEqual(6);
    expect(document.title).toBe('Contato e suporte · Prumo');
  });

  it('links to the terms and to the landing page', () => {
    show(<ContactPage />);
    expect(screen.getByRole('link', { name: 'Voltar ao início' }).getAttribute('href')).toBe('/');
    const links = within(screen.getByRole('navigation', { name: 'Informações' })).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Termos de uso', '/terms'],
      ['Suporte', '/contact'],
      ['Contato', '/contact'],
    ]);
  });
});

describe('the shop information in the page', () => {
  const pageSaying = (content: string): Document => {
    const html = document.implementation.createHTMLDocument();
    const meta = html.createElement('meta');
    meta.name = 'site';
    meta.content = content;
    html.head.append(meta);
    return html;
  };

  it('is read from the HTML into which the server has written it', () => {
    expect(siteInPage(pageSaying(JSON.stringify(body)))).toEqual(body);
  });

  it('is required: its reader throws when the HTML has none', () => {
    expect(() => siteInPage(document.implementation.createHTMLDocument())).toThrow('whose site');
    expect(() => siteInPage(pageSaying('__SITE__'))).toThrow(SyntaxError);
  });
});
