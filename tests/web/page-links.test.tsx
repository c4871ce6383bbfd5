import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import { verificationBody } from '#http/handlers/verification-body.ts';
import { receiptCodeProblem } from '#http/payment-problems.ts';
import { paymentConfirmation } from '#mail/payment-confirmation.ts';
import type { AccessVerification } from '#payments/use-cases/verify-access.ts';
import type { RedeemResult } from '#payments/use-cases/redeem.ts';
import { problem } from './support/fake-server.ts';
import { openPage, shop } from './support/screen-under-test.tsx';
import { ana, guest } from './support/session-under-test.ts';
import { charge, CODE, PAYMENT_ID, pending, RECEIPT, receipt, STATUS } from './support/payment-answers.ts';
import { tabAddress, tabFrom, TABS } from '#web/features/navigation/addresses.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const withoutAccess = { ...ana, access_granted: false };
const json = (body: unknown) => () => Response.json(body);
const unpaid = { ...receipt, status: 'PENDING', paid_at: null, receipt_code: null };
const waiting = { ...unpaid, pix: { copy_paste: charge.pix_copy_paste, expires_at: '2026-11-21T18:30:00Z' } };
const businesses = { '/api/account/businesses': json([]) };

/** Every page besides the dashboard, with each kind of visitor. */
const PAGES: readonly (readonly [string, string, Parameters<typeof openPage>[1]?])[] = [
  ['/', 'a visitor'],
  ['/', 'an account without access', { user: withoutAccess }],
  ['/', 'an account with access', { user: ana }],
  ['/', 'a guest whose access went away', { user: { ...guest, access_granted: false } }],
  ['/login', 'a visitor'],
  ['/login', 'a guest', { user: guest }],
  ['/terms', 'a visitor'],
  ['/contact', 'a visitor'],
  ['/payment/direct', 'a visitor'],
  ['/payment/direct', 'an account', { user: withoutAccess }],
  ['/payment/direct', 'somebody with access', { user: ana }],
  ['/payment/pix', 'nobody who pays'],
  ['/payment/pix', 'a payer', { storedSession: { 'prumo.user.charge': charge }, answers: { [STATUS]: json(pending) } }],
  ['/payment/pending', 'a visitor'],
  ['/payment/failure', 'a visitor'],
  [`/payment/receipt/${PAYMENT_ID}`, 'a buyer', { answers: { [RECEIPT]: json(receipt) } }],
  [
    `/payment/receipt/${PAYMENT_ID}`,
    'a payer in a tab of its own',
    { answers: { [RECEIPT]: json(waiting), [STATUS]: json(pending) } },
  ],
  [`/payment/receipt/${PAYMENT_ID}`, 'a stranger', { answers: { [RECEIPT]: () => problem(404, 'x', 'Nada.') } }],
  [
    `/payment/receipt/${PAYMENT_ID}`,
    'another account',
    { user: ana, answers: { [RECEIPT]: () => problem(404, 'x', 'Nada.') } },
  ],
  ['/account', 'an account', { user: withoutAccess, answers: businesses }],
  ['/account', 'a guest', { user: guest, answers: businesses }],
  ['/dashboard', 'a guest whose access went away', { user: { ...guest, access_granted: false } }],
  ['/admin', 'a visitor'],
  ['/admin', 'an account that administers nothing', { user: ana }],
  ['/admin', 'an administrator without an answer', { user: { ...ana, is_admin: true } }],
  ['/admin-login', 'a visitor'],
  ['/password-verification', 'an administrator', { user: { ...ana, is_admin: true } }],
  ['/no/such/page', 'a visitor'],
];

const NOT_FOUND = 'Esta página não existe';
const heading = () => screen.findByRole('heading', { level: 1 });

/** The names of everything that a sentence may refer to: controls and headings. */
function namesOnPage(): readonly string[] {
  const things = ['button', 'link', 'heading', 'textbox'] as const;
  const quotedNames = things.flatMap((role) => screen.queryAllByRole(role));
  return quotedNames.map((each) => (each.getAttribute('aria-label') ?? each.textContent ?? '').trim());
}

/** The names in quotation marks in a sentence. */
const quotedNames = (text: string): readonly string[] =>
  Array.from(text.matchAll(/“([^”]+)”/g), ([, name = '']) => name);

const insideLinks = (): readonly string[] => [
  ...new Set(
    [...document.querySelectorAll<HTMLAnchorElement>('a[href^="/"]')].map((link) => link.getAttribute('href') ?? ''),
  ),
];

/** Collects the names and links of all pages. */
async function visitAllPages() {
  const names = new Set<string>();
  const links = new Map<string, string>();
  const missingHelp: string[] = [];
  const quoted: (readonly [string, string])[] = [];
  for (const [path, visitorKind, circumstances] of PAGES) {
    openPage(path, circumstances);
    await heading();
    await vi.waitFor(() => expect(document.body.textContent).not.toContain('Carregando...'));
    for (const name of namesOnPage()) names.add(name);
    for (const link of insideLinks()) if (!links.has(link)) links.set(link, `${path} of ${visitorKind}`);
    const text = document.body.textContent ?? '';
    const asksForHelp = /suporte|[Ff]ale com a gente/.test(text);
    const canAsk = document.querySelector('a[href="/contact"], a[href^="mailto:"]') !== null;
    if (asksForHelp && !canAsk) missingHelp.push(`${path} of ${visitorKind}`);
    for (const name of quotedNames(text)) quoted.push([name, `${path} of ${visitorKind}`]);
    cleanup();
    vi.unstubAllGlobals();
  }
  return { names, links, missingHelp, quoted };
}

test('every link on the pages leads to a page, every quoted name exists, and every mention of help links to it', async () => {
  const { names, links, missingHelp, quoted } = await visitAllPages();
  expect(missingHelp).toEqual([]);
  expect(links.size).toBeGreaterThanOrEqual(10);
  const brokenLinks: string[] = [];
  for (const [link, from] of links) {
    if (link.startsWith('/dashboard')) continue;
    openPage(link);
    if ((await heading()).textContent === NOT_FOUND) brokenLinks.push(`${link} on ${from}`);
    cleanup();
    vi.unstubAllGlobals();
  }
  expect(brokenLinks).toEqual([]);
  expect(quoted.filter(([name]) => !names.has(name))).toEqual([]);

  const outcomes: readonly AccessVerification[] = [
    'waiting',
    'underpaid',
    'reversed',
    'revoked',
    'declined',
    'nothing_found',
  ];
  const refusals: readonly Exclude<RedeemResult, 'granted'>[] = [
    'code_used',
    'held',
    'reversed',
    'underpaid',
    'revoked',
  ];
  const sentences = [
    ...[...outcomes, { answerDeadline: '2026-11-30T02:00:00Z' } as AccessVerification].map(
      (each) => verificationBody(each).message,
    ),
    ...refusals.map((each) => receiptCodeProblem(each).message),
  ];
  expect(sentences.flatMap(quotedNames).filter((name) => !names.has(name))).toEqual([]);
  expect(sentences.flatMap(quotedNames)).toContain('Verificar Meu Pagamento');
});

test('the search for quoted names finds one that does not exist', () => {
  const names = new Set(['Minha conta']);
  expect(quotedNames('Toque em “Minha conta” e depois em “Aqui não há”.').filter((name) => !names.has(name))).toEqual([
    'Aqui não há',
  ]);
});

describe('the e-mail about a payment', () => {
  const { text } = paymentConfirmation(
    { paymentId: PAYMENT_ID, name: 'Ana', email: 'ana@x.example', cents: 1_000, paidAt: new Date(), receiptCode: CODE },
    { seller: shop.supplier, support: shop.support, publicOrigin: 'https://prumo.example' },
  );
  const addresses = Array.from(text.matchAll(/https:\/\/prumo\.example(\/\S*)/g), ([, path = '']) => path);

  test('links only to existing pages of the product', async () => {
    expect(addresses).toEqual(['/login', `/payment/receipt/${PAYMENT_ID}`, '/account']);
    for (const address of addresses) {
      openPage(address, { answers: { [RECEIPT]: json(receipt) } });
      expect((await heading()).textContent).not.toBe(NOT_FOUND);
      cleanup();
      vi.unstubAllGlobals();
    }
  });

  test('names a button that exists on the linked page, where the code can be used', async () => {
    let body: unknown;
    const shown = openPage('/account', {
      user: withoutAccess,
      answers: {
        ...businesses,
        '/api/payment/redeem': () => {
          body = shown.bodies.at(-1);
          return Response.json({ message: 'Código aceito: seu acesso está liberado.', access_granted: true });
        },
      },
    });
    await heading();
    for (const name of quotedNames(text)) expect(namesOnPage()).toContain(name);
    expect(quotedNames(text)).toEqual(['Minha conta', 'Usar código do recibo']);
    const field = screen.getByLabelText('Código do recibo');
    await shown.user.click(field);
    await shown.user.paste(CODE);
    await shown.user.click(screen.getByRole('button', { name: 'Usar código' }));
    expect(await screen.findByText('Código aceito: seu acesso está liberado.')).toBeTruthy();
    expect(body).toEqual({ code: CODE });
  });

  test('links to a page that opens the product without an account in the browser that paid', async () => {
    openPage('/login', { user: guest });
    const on = await screen.findByRole('link', { name: 'Continuar sem conta' });
    expect(on.getAttribute('href')).toBe('/dashboard');
  });
});

describe('texts of several pages', () => {
  test('agree that no account is needed, in the terms and at the checkout', async () => {
    openPage('/payment/direct');
    expect((await heading()).closest('main')?.textContent).toContain('sem criar conta');
    cleanup();
    vi.unstubAllGlobals();
    openPage('/terms');
    await heading();
    const account = screen.getByRole('region', { name: /Sua conta/ });
    expect(within(account).getByText('não é preciso ter conta')).toBeTruthy();
  });

  test('show the configured price on every page of the shop', async () => {
    for (const [path, , circumstances] of PAGES.filter(([at]) => at === '/' || at.startsWith('/payment'))) {
      openPage(path, circumstances);
      await heading();
      expect(document.body.textContent, path).not.toMatch(/R\$\s10(,00)?(?!\d)/);
      cleanup();
      vi.unstubAllGlobals();
    }
  });

  test('say that the payment continues after a sign-in that interrupted it', async () => {
    const shown = openPage('/payment/direct');
    await shown.user.click(await screen.findByRole('link', { name: 'Entre com o Google antes de pagar' }));
    expect(shown.history.at(-1)).toBe('/login');
    cleanup();
    vi.unstubAllGlobals();
    window.history.replaceState({ isBuying: true }, '');
    openPage('/login');
    expect(await screen.findByText(/Depois de entrar, você volta para o pagamento/)).toBeTruthy();
    expect(screen.queryByRole('link', { name: /Ainda não tem/ })).toBeNull();
    window.history.replaceState(null, '');
  });
});

describe('the tab in the address', () => {
  it.each(TABS.map(({ key }) => key))('%s is found again from its own address', (key) => {
    expect(tabFrom(new URL(tabAddress(key), 'https://prumo.example').search)).toBe(key);
  });

  it.each(['', '?', '?tab=', '?tab=nope', '?tab=Recipes', '?other=recipes', '?tab=__proto__'])(
    'shows the dashboard for "%s"',
    (search) => {
      expect(tabFrom(search)).toBe('dashboard');
    },
  );

  it('is absent for the dashboard tab', () => {
    expect(tabAddress('dashboard')).toBe('/dashboard');
    expect(tabAddress('recipes')).toBe('/dashboard?tab=recipes');
  });
});
