import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { problem } from './support/fake-server.ts';
import { openPage, page, requestsTo } from './support/screen-under-test.tsx';
import { STORED_PAYMENT_SHAPE } from '#web/features/payment/stored-payment.ts';
import { parseVersioned } from '#web/stores/stored-value.ts';
import { charge, ownPayment, pending, STATUS } from './support/payment-answers.ts';

let visibility: DocumentVisibilityState;
beforeEach(() => {
  visibility = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const CHECK_NOW = `${STATUS}?check=now`;
const pendingAnswer = () => Response.json(pending);
const STORED_CHARGE = { 'prumo.user.charge': charge };
const setVisibility = (state: DocumentVisibilityState) => {
  visibility = state;
  fireEvent(document, new Event('visibilitychange'));
};

/** Opens the page with its code. Tests use fake timers from here on. */
async function openPix(options: Parameters<typeof openPage>[1] = {}) {
  const shown = openPage('/payment/pix', {
    storedSession: STORED_CHARGE,
    ...options,
    answers: { [STATUS]: pendingAnswer, ...options.answers },
  });
  await screen.findByLabelText('Pix copia e cola');
  return shown;
}
const advance = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const check = () => screen.getByRole('button', { name: 'Já Paguei - Verificar Status' });

describe('the page /payment/pix', () => {
  it('shows the code to scan and to copy, the amount, the deadline and the invoice', async () => {
    await openPix();
    expect(screen.getByLabelText<HTMLInputElement>('Pix copia e cola').value).toBe(charge.pix_copy_paste);
    expect(screen.getByRole('img', { name: /QR Code do Pix de R\$10,00/ }).querySelector('path')).toBeTruthy();
    expect(page()).toContain('Pague R$10,00 com Pix');
    expect(page()).toContain('21/11/2026, 15:30');
    expect(screen.getByRole('link', { name: 'Ver fatura' }).getAttribute('href')).toBe(charge.invoice_url);
    expect(screen.queryByRole('button', { name: 'Simular pagamento' })).toBeNull();
  });

  it.each([
    ['nothing stored', {}],
    ['no id', { 'prumo.user.charge': { ...charge, payment_id: '' } }],
    ['no code', { 'prumo.user.charge': { ...charge, pix_copy_paste: undefined } }],
    ['broken JSON', { 'prumo.user.charge': '{' }],
  ])('shows an error without a payable charge (%s)', async (_, kept) => {
    const shown = openPage('/payment/pix', { storedSession: kept });
    expect(await screen.findByRole('heading', { level: 1, name: 'Erro no Pagamento' })).toBeTruthy();
    expect(page()).toContain('Não foi possível gerar o código PIX. Tente novamente.');
    expect(requestsTo(shown, STATUS)).toEqual([]);
  });

  it('copies the code and says so for two seconds', async () => {
    const shown = await openPix();
    vi.useFakeTimers();
    fireEvent.click(screen.getByRole('button', { name: 'Copiar código' }));
    await advance(0);
    expect(await navigator.clipboard.readText()).toBe(charge.pix_copy_paste);
    expect(screen.getByRole('button', { name: 'Copiado' })).toBeTruthy();
    await advance(1_999);
    expect(screen.queryByRole('button', { name: 'Copiar código' })).toBeNull();
    await advance(1);
    expect(screen.getByRole('button', { name: 'Copiar código' })).toBeTruthy();
    shown.unmount();
  });

  it('checks the payment every five seconds while visible, and at once when it becomes visible again', async () => {
    const shown = await openPix();
    const statusRequests = () => requestsTo(shown, STATUS).length;
    vi.useFakeTimers();
    setVisibility('visible'); // This restarts the polling with the fake clock.
    await advance(0);
    const before = statusRequests();
    await advance(4_999);
    expect(statusRequests()).toBe(before);
    await advance(1);
    expect(statusRequests()).toBe(before + 1);
    setVisibility('hidden');
    await advance(60_000);
    expect(statusRequests()).toBe(before + 1);
    setVisibility('visible');
    await advance(0);
    expect(statusRequests()).toBe(before + 2);
    shown.unmount();
    await advance(60_000);
    expect(statusRequests()).toBe(before + 2);
  });

  it.each([
    ['access_granted', { ...ownPayment, status: 'PENDING' }],
    ['CONFIRMED', { ...ownPayment, access_granted: false }],
    ['RECEIVED', { ...ownPayment, status: 'RECEIVED', access_granted: false }],
  ])('keeps the payer and continues after the payment status %s', async (_, granted) => {
    const shown = openPage('/payment/pix', {
      storedSession: { ...STORED_CHARGE, 'prumo.user.payer': { name: 'Ana', email: 'a@b.co' } },
      answers: { [STATUS]: () => Response.json(granted) },
    });
    await expect.poll(() => shown.history.at(-1)).toBe('/payment/success');
    expect(parseVersioned(STORED_PAYMENT_SHAPE, sessionStorage.getItem('prumo.user.paid'))).toEqual({
      name: 'Ana',
      email: 'a@b.co',
      payment_id: charge.payment_id,
    });
  });

  it.each([
    ['a pending payment', pending, 'O banco ainda não avisou do seu Pix.'],
    ['an overdue charge', { ...pending, status: 'OVERDUE' }, 'Este código venceu sem pagamento.'],
    ['a refunded payment', { ...pending, status: 'REFUNDED' }, 'Este pagamento foi devolvido.'],
    [
      'a payment that is too small',
      { ...pending, status: 'REFUSED_AMOUNT' },
      'Recebemos um valor menor que o do acesso.',
    ],
  ])('says after a check on demand that it found %s', async (_what, state, said) => {
    const shown = await openPix({ answers: { [CHECK_NOW]: () => Response.json(state) } });
    await shown.user.click(check());
    expect(await screen.findByText((text) => text.startsWith(said))).toBeTruthy();
    expect(page()).not.toMatch(/liberado|confirmado/);
  });

  it.each([
    ['no answer', () => Promise.reject(new TypeError('Failed to fetch')), 'Erro ao verificar pagamento'],
    [
      'a request to wait',
      () => problem(429, 'slow', 'Espere um pouco.'),
      'Erro ao verificar pagamento: Espere um pouco.',
    ],
    ['an unknown payment', () => problem(404, 'not_found', 'Nada.'), 'Não encontramos este pagamento neste navegador.'],
  ])('says why a check on demand failed after %s', async (_, answer, said) => {
    const shown = await openPix({ answers: { [CHECK_NOW]: answer } });
    await shown.user.click(check());
    expect(await screen.findByText((text) => text.startsWith(said))).toBeTruthy();
    expect(check()).toBeTruthy();
  });

  it('goes on polling after a failed check', async () => {
    let isAway = true;
    const shown = await openPix({
      answers: { [STATUS]: () => (isAway ? problem(503, 'away', 'Fora do ar.') : Response.json(ownPayment)) },
    });
    expect(await screen.findByText(/^Não deu para conferir se o Pix chegou/)).toBeTruthy();
    isAway = false;
    setVisibility('visible');
    await expect.poll(() => shown.history.at(-1)).toBe('/payment/success');
  });

  it('can simulate the payment when payments are simulated', async () => {
    const SIMULATE = `/api/dev/payments/${charge.payment_id}/simulate`;
    let state: unknown = pending;
    const shown = await openPix({
      site: { payments_are_simulated: true },
      answers: {
        [STATUS]: () => Response.json(state),
        [CHECK_NOW]: () => Response.json(state),
        [SIMULATE]: () => {
          state = ownPayment;
          return Response.json({ simulated: 'paid' });
        },
      },
    });
    expect(page()).toContain('Ambiente de teste');
    await shown.user.click(screen.getByRole('button', { name: 'Simular pagamento' }));
    await expect.poll(() => shown.history.at(-1)).toBe('/payment/success');
    expect(requestsTo(shown, SIMULATE)[0]?.body).toEqual({ outcome: 'paid' });
  });
});
