import type { Endpoint } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';
import { loadSecret } from '#identity/secret.ts';
import { ADMIN_PASSWORD, type RunningApi } from '#tests/support/api.ts';
import { buy, waitForStatus } from '#tests/support/buying.ts';
import type { ApiVisitor } from '#tests/support/visitor.ts';
import pg from 'pg';
import type { Caller } from './run.ts';

export interface Callers {
  readonly callers: readonly Caller[];
  /** Receipt codes that have not been used yet. */
  readonly codes: () => readonly string[];
}

/** Administrators by e-mail: each revival takes the next, because the one before may be locked out or erased. */
const ADMINS = Array.from({ length: 2_000 }, (_, number) => `admin-${number}@exemplo.com`);
const CHIEF_ADMINISTRATOR = 'chefe@exemplo.com';
export const ADMIN_EMAILS: readonly string[] = [CHIEF_ADMINISTRATOR, ...ADMINS];

/** A purchase whose supplier gives each owner one to change, which random purchases seldom name. */
const PURCHASE = {
  date: '2026-01-05',
  source: 'manual',
  supplier: { name: 'Atacadão' },
  lines: [{ ingredient_id: null, packs: '1', pack_quantity: '1', pack_unit: 'kg', total: '10,00' }],
};

type CreateVisitor = (lives: number) => Promise<ApiVisitor>;

/** Every kind of visitor of the product. Each can be restored to its first state. */
export async function createCallers(api: RunningApi, databaseUrl: string): Promise<Callers> {
  const codes: string[] = [];
  let admins = 0;
  let chiefAdministrator = await administrator(CHIEF_ADMINISTRATOR);

  async function administrator(email: string): Promise<ApiVisitor> {
    const admin = await api.signIn(email);
    await must(admin.call('POST', '/api/admin/verify-password', { body: { password: ADMIN_PASSWORD } }));
    return admin;
  }

  async function grant(email: string): Promise<void> {
    const give = () => chiefAdministrator.call('POST', `/api/admin/grant-access/${email}`);
    if ((await give()).status === 200) return;
    chiefAdministrator = await administrator(CHIEF_ADMINISTRATOR);
    await must(give());
  }

  const nextAdmin = (): string => ADMINS[admins++ % ADMINS.length] as string;
  const owner = async (email: string): Promise<ApiVisitor> => {
    await grant(email);
    const visitor = await api.signIn(email);
    await must(visitor.call('POST', '/api/purchases', { body: PURCHASE }));
    return visitor;
  };

  /** A guest who has paid, with a pending transfer request from the owner of the typed e-mail. */
  async function guest(lives: number): Promise<ApiVisitor> {
    const browser = api.visitor();
    const email = `pagou-${lives}@exemplo.com`;
    const { payment_id: id } = await buy(browser, { name: 'Quem Pagou', email });
    await must(browser.call('POST', `/api/dev/payments/${id}/simulate`, { body: { outcome: 'paid' } }));
    await waitForStatus(browser, id, 'CONFIRMED');
    const receipt = await browser.call('GET', `/api/payment/receipt/${id}`);
    const { receipt_code: code } = receipt.json as { receipt_code: string | null };
    if (code !== null) codes.splice(0, Math.max(0, codes.length - 2), code);
    const claimant = await api.signIn(email);
    await must(claimant.call('POST', '/api/payment/verify-access'));
    return browser;
  }

  async function buyer(): Promise<ApiVisitor> {
    const browser = api.visitor();
    await buy(browser);
    return browser;
  }

  return {
    codes: () => codes,
    callers: await Promise.all([
      caller('anonymous', async () => api.visitor(), { keeps: [], isLasting: true }),
      caller('buyer', buyer, { keeps: ['buyer'], isLasting: true, passes: ['anyone'] }),
      caller('guest', guest, { passes: ['owner'] }),
      caller('without access', (lives) => api.signIn(`novo-${lives}@exemplo.com`)),
      // Only the first owner's business must stay, so all others try the calls that end an account.
      caller('owner', () => owner('dona@exemplo.com'), {
        passes: ['owner'],
        makes: (endpoint) => endpoint !== contract.eraseAccount,
      }),
      caller('other owner', (lives) => owner(`outra-${lives}@exemplo.com`), { passes: ['owner'] }),
      caller('admin without password', () => api.signIn(nextAdmin())),
      caller('admin', () => administrator(nextAdmin()), { passes: ['admin'] }),
      caller('provider', async () => api.visitor(), {
        keeps: [],
        isLasting: true,
        passes: ['paymentProvider'],
        makes: ({ access }) => access === 'paymentProvider',
        headers: { 'asaas-access-token': await noticeToken(databaseUrl), 'Sec-Fetch-Site': '' },
      }),
    ]),
  };
}

interface CallerOptions extends Pick<Caller, 'makes' | 'passes' | 'headers'> {
  /** The names of the cookies that it sends; all when left out. */
  readonly keeps?: readonly string[];
  /** Tells whether its state cannot change. */
  readonly isLasting?: boolean;
}

async function caller(name: string, make: CreateVisitor, traits: CallerOptions = {}): Promise<Caller> {
  const { keeps, isLasting = false, makes, passes, headers } = traits;
  let lives = 0;
  let jar = new Map<string, string>();

  async function live(): Promise<void> {
    const visitor = await make(lives);
    lives += 1;
    jar = new Map(visitor.cookieHeader().split('; ').filter(Boolean).map(pairOf));
  }

  await live();
  return {
    name,
    cookie: () => [...jar].map(([key, value]) => `${key}=${value}`).join('; '),
    take(setCookie) {
      for (const [key, value] of setCookie.map((line) => pairOf(line.split(';')[0] ?? ''))) {
        if (keeps && !keeps.includes(key)) continue;
        if (value === '') jar.delete(key);
        else jar.set(key, value);
      }
    },
    ...(isLasting ? {} : { revive: live }),
    ...(makes && { makes: (endpoint: Endpoint) => makes(endpoint) }),
    ...(passes && { passes }),
    ...(headers && { headers }),
  };
}

const pairOf = (text: string): [string, string] => [
  text.slice(0, text.indexOf('=')),
  text.slice(text.indexOf('=') + 1),
];

async function must(answer: ReturnType<ApiVisitor['call']>): Promise<void> {
  const { status, text } = await answer;
  if (status >= 300) throw new Error(`${status} ${text}`);
}

/** The token with which the sandbox proves its notices. */
async function noticeToken(connectionString: string): Promise<string> {
  const pool = new pg.Pool({ connectionString, max: 1 });
  try {
    return Buffer.from(await loadSecret(pool, 'payment-webhook')).toString('base64url');
  } finally {
    await pool.end();
  }
}
