import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { problem } from './support/fake-server.ts';
import { openPage, page, requestsTo } from './support/screen-under-test.tsx';
import { ana, guest } from './support/session-under-test.ts';
import { CODE, PAYMENT_ID, RECEIPT, receipt } from './support/payment-answers.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const LIST = '/api/account/businesses';
const REDEEM = '/api/payment/redeem';
const business = (id: string, isOpen: boolean) => ({ id, is_open: isOpen, fixed_costs: 1, ingredients: 18, dishes: 6 });
const two = (open: string) => [business('b1', open === 'b1'), business('b2', open === 'b2')];

const openAccount = ({
  user = { ...ana, payment_id: PAYMENT_ID },
  answers = {},
}: Parameters<typeof openPage>[1] = {}) =>
  openPage('/account', {
    user,
    answers: { [LIST]: () => Response.json(two('b1')), [RECEIPT]: () => Response.json(receipt), ...answers },
  });
const button = (name: string) => screen.findByRole('button', { name });

describe('the page Minha conta', () => {
  it('shows the name, the date of payment, and a link to the receipt', async () => {
    openAccount();
    expect(await screen.findByText('Ana Beatriz')).toBeTruthy();
    await waitFor(() => expect(page()).toContain('Pago em 21/11/2026.'));
    expect(page()).toContain('ana@cozinha.example');
    expect(screen.getByRole('link', { name: 'Ver recibo' }).getAttribute('href')).toBe(
      `/payment/receipt/${PAYMENT_ID}`,
    );
  });

  it('sends a visitor to the sign-in', async () => {
    const { history } = openPage('/account');
    await waitFor(() => expect(history.at(-1)).toBe('/login'));
  });

  it('shows a guest the receipt’s code and no field to enter one', async () => {
    openAccount({ user: { ...guest, payment_id: PAYMENT_ID } });
    expect(await screen.findByText(CODE)).toBeTruthy();
    expect(page()).toContain('Sem conta, neste aparelho');
    expect(screen.queryByRole('heading', { name: 'Usar código do recibo' })).toBeNull();
  });

  it('accepts a receipt’s code and reads the businesses again', async () => {
    const shown = openAccount({
      user: { ...ana, access_granted: false },
      answers: { [REDEEM]: () => Response.json({ message: 'Código aceito: acesso liberado.', access_granted: true }) },
    });
    await shown.user.click(await screen.findByLabelText('Código do recibo'));
    await shown.user.paste(` ${CODE} `);
    shown.visitor(ana);
    await shown.user.click(await button('Usar código'));
    expect(await screen.findByText('Código aceito: acesso liberado.')).toBeTruthy();
    expect(requestsTo(shown, REDEEM)[0]?.body).toEqual({ code: CODE });
    expect(await screen.findByText('Seu acesso está liberado e não vence.')).toBeTruthy();
    expect(requestsTo(shown, LIST)).toHaveLength(2);
  });

  it('keeps a refused code in its field and shows the reason beside it', async () => {
    const shown = openAccount({ answers: { [REDEEM]: () => problem(422, 'code', 'Este código já foi usado.') } });
    const field = await screen.findByLabelText<HTMLInputElement>('Código do recibo');
    await shown.user.click(await button('Usar código'));
    expect(await screen.findByText('Digite o código do recibo.')).toBeTruthy();
    await shown.user.click(field);
    await shown.user.paste('ABC');
    await shown.user.click(await button('Usar código'));
    expect(await screen.findByText('Este código já foi usado.')).toBeTruthy();
    expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['ABC', 'true']);
  });

  it('lets the person open another of their businesses', async () => {
    const shown = openAccount({ answers: { [`${LIST}/b2/open`]: () => Response.json(two('b2')) } });
    await shown.user.click(await button('Abrir o negócio 2'));
    expect(await button('Abrir o negócio 1')).toBeTruthy();
    const items = within(screen.getByRole('region', { name: 'Meus negócios' })).getAllByRole('listitem');
    expect(items.map(({ textContent }) => textContent?.includes('Aberto no painel'))).toEqual([false, true]);
    expect(items[0]?.textContent).toContain('6 pratos, 18 insumos, 1 custo fixo');
  });

  describe('the list of browsers with a session', () => {
    const SESSIONS = '/api/account/sessions';
    const session = (isThis: boolean, day: number) => ({
      is_this: isThis,
      created_at: `2026-11-0${day}T12:00:00.000Z`,
      last_seen_at: `2026-11-1${day}T15:30:00.000Z`,
    });
    const endOthers = () => button('Sair dos outros navegadores');

    it('shows every browser and ends all sessions but this one', async () => {
      let open = [session(true, 1), session(false, 2)];
      const shown = openAccount({ answers: { [SESSIONS]: () => Response.json(open) } });
      const leave = await endOthers();
      const items = within(screen.getByRole('region', { name: 'Onde a conta está aberta' })).getAllByRole('listitem');
      expect(items.map(({ textContent }) => textContent)).toEqual([
        expect.stringContaining('Este navegador'),
        expect.stringMatching(/^Outro navegador.*02\/11\/2026.*12\/11\/2026/),
      ]);
      open = [session(true, 1)];
      await shown.user.click(leave);
      expect(await screen.findByText(/só neste navegador/)).toBeTruthy();
      const sessionRequests = shown.actions.filter((what) => what.endsWith(SESSIONS));
      expect(sessionRequests).toEqual([`GET ${SESSIONS}`, `DELETE ${SESSIONS}`, `GET ${SESSIONS}`]);
      expect(screen.queryByText('Outro navegador')).toBeNull();
    });

    it('asks for a new sign-in first when the last one was long ago', async () => {
      const shown = openAccount({
        answers: { [SESSIONS]: () => Response.json([session(true, 1), session(false, 2)]) },
      });
      const leave = await endOthers();
      shown.answer(SESSIONS, () => problem(403, 'sign_in_again', 'Entre de novo com o Google.'));
      await shown.user.click(leave);
      expect((await screen.findByRole('alert')).textContent).toBe('Entre de novo com o Google.');
      expect(await button('Entrar de novo')).toBeTruthy();
    });

    it('says that it could not be loaded and tries again on demand', async () => {
      const shown = openAccount({ answers: { [SESSIONS]: () => problem(503, 'away', 'Fora do ar.') } });
      const panel = await screen.findByRole('region', { name: 'Onde a conta está aberta' });
      shown.answer(SESSIONS, () => Response.json([session(true, 1)]));
      await shown.user.click(within(panel).getByRole('button', { name: 'Tentar de novo' }));
      expect(await screen.findByText('Este navegador')).toBeTruthy();
      expect(screen.queryByRole('button', { name: 'Sair dos outros navegadores' })).toBeNull();
    });

    it('is not requested for a guest', async () => {
      const shown = openAccount({ user: { ...guest, payment_id: PAYMENT_ID } });
      expect(await screen.findByText(CODE)).toBeTruthy();
      expect(requestsTo(shown, SESSIONS)).toEqual([]);
    });
  });

  it('offers no choice of business when there is only one', async () => {
    const shown = openAccount({ answers: { [LIST]: () => Response.json([business('b1', true)]) } });
    await waitFor(() => expect(requestsTo(shown, LIST)).toHaveLength(1));
    expect(screen.queryByText('Meus negócios')).toBeNull();
  });

  it('saves all personal data as a file', async () => {
    let saved: Blob | undefined;
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved = blob as Blob;
      return 'blob:there';
    });
    let file = '';
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      file = `${this.download} ${this.href}`;
    });
    const shown = openAccount({ answers: { '/api/account/data': () => Response.json({ businesses: ['b1'] }) } });
    await shown.user.click(await button('Baixar meus dados'));
    await waitFor(() => expect(file).toBe('prumo-meus-dados.json blob:there'));
    expect(JSON.parse((await saved?.text()) ?? '')).toEqual({ businesses: ['b1'] });
  });

  it('erases the account only after the confirming word, and then forgets the person', async () => {
    const shown = openAccount({ answers: { '/api/account': () => new Response(null, { status: 204 }) } });
    await shown.user.click(await screen.findByText('Excluir meus dados'));
    await shown.user.click(screen.getByLabelText('Digite EXCLUIR para confirmar'));
    await shown.user.paste('excluir');
    await shown.user.click(await button('Excluir para sempre'));
    expect(await screen.findByText(/em letras maiúsculas/)).toBeTruthy();
    expect(requestsTo(shown, '/api/account')).toEqual([]);
    await shown.user.clear(screen.getByLabelText('Digite EXCLUIR para confirmar'));
    await shown.user.paste('EXCLUIR');
    await shown.user.click(await button('Excluir para sempre'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Seus dados foram excluídos' })).toBeTruthy();
    expect(requestsTo(shown, '/api/account')[0]?.body).toEqual({ confirm: 'EXCLUIR' });
    expect([shown.session.user, Object.keys(localStorage)]).toEqual([null, []]);
  });
});
