import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { problem } from './support/fake-server.ts';
import { openPage, page } from './support/screen-under-test.tsx';
import { ana, guest } from './support/session-under-test.ts';
import { charge, CODE, ownPayment, PAYMENT_ID, pending, RECEIPT, receipt, STATUS } from './support/payment-answers.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const STORED_PAYMENT = { 'prumo.user.paid': { payment_id: PAYMENT_ID } };
const answers = (status: unknown, paper: unknown = receipt) => ({
  [STATUS]: () => Response.json(status),
  [RECEIPT]: () => Response.json(paper),
});
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const MARKER = 'prumo.user.direct-payment';

/** Opens the page and lets its three seconds pass. */
async function openConfirmedPage(options: Parameters<typeof openPage>[1]) {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const shown = openPage('/payment/success', { storedSession: STORED_PAYMENT, ...options });
  await screen.findByText('Confirmando seu pagamento...');
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  return shown;
}

describe('the page /payment/success', () => {
  it('confirms the payment after three seconds, however fast the answer is', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    openPage('/payment/success', { storedSession: STORED_PAYMENT, user: guest, answers: answers(ownPayment) });
    await screen.findByText('Confirmando seu pagamento...');
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(page()).toContain('Confirmando seu pagamento...');
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(await heading('Pagamento confirmado!')).toBeTruthy();
  });

  it('leads a guest to the dashboard, shows the receipt’s code, and marks the browser', async () => {
    await openConfirmedPage({ user: guest, answers: answers(ownPayment) });
    const enter = await screen.findByRole('link', { name: 'Acessar Dashboard' });
    expect(enter.getAttribute('href')).toBe('/dashboard');
    expect(page()).toContain(CODE);
    expect(screen.getByRole('link', { name: 'Ver recibo' }).getAttribute('href')).toBe(
      `/payment/receipt/${PAYMENT_ID}`,
    );
    expect(localStorage.getItem(MARKER)).toBe('true');
    expect(sessionStorage.getItem('prumo.user.paid')).not.toBeNull();
  });

  it('asks for a sign-in when an account has the access, and does not mark the browser', async () => {
    await openConfirmedPage({
      answers: answers({ ...ownPayment, held_by: 'another' }, { ...receipt, receipt_code: null }),
    });
    expect((await screen.findByRole('link', { name: 'Fazer Login' })).getAttribute('href')).toBe('/login');
    expect(screen.queryByRole('link', { name: 'Acessar Dashboard' })).toBeNull();
    expect(localStorage.getItem(MARKER)).toBeNull();
  });

  it('confirms no payment when the browser has stored none', async () => {
    await openConfirmedPage({ storedSession: {} });
    expect(await heading('Ainda sem confirmação')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Voltar ao Pix' })).toBeNull();
    expect(page()).not.toMatch(/liberado|Pagamento confirmado/);
  });

  it('distinguishes a failed read from a missing payment, and reads again on demand', async () => {
    const { answer } = await openConfirmedPage({
      user: guest,
      answers: { [STATUS]: () => problem(500, 'unexpected', 'Erro.') },
    });
    expect(await heading('Erro ao verificar pagamento')).toBeTruthy();
    answer(STATUS, () => Response.json(ownPayment));
    act(() => screen.getByRole('button', { name: 'Tentar de novo' }).click());
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    expect(await heading('Pagamento confirmado!')).toBeTruthy();
    expect(page()).toContain('Não deu para carregar o código do recibo.');
    expect(page()).not.toContain('Guarde este código');
  });

  it('reports an error when the read of the payment and that of the user contradict each other', async () => {
    await openConfirmedPage({ user: null, answers: answers(ownPayment) });
    expect(await heading('Erro ao verificar pagamento')).toBeTruthy();
  });

  it('says that the payment is not confirmed yet before it has arrived', async () => {
    await openConfirmedPage({ storedSession: { 'prumo.user.charge': charge }, answers: answers(pending) });
    expect(await heading('Ainda sem confirmação')).toBeTruthy();
  });
});

describe('the pages /payment/pending and /payment/failure', () => {
  it('promise an e-mail and link to the landing page', async () => {
    openPage('/payment/pending');
    expect(await heading('Pagamento Pendente')).toBeTruthy();
    expect(page()).toContain('enviaremos um e-mail');
    expect(screen.getByRole('link', { name: 'Voltar ao início' }).getAttribute('href')).toBe('/');
    expect(screen.queryByRole('link', { name: 'Ver o código Pix' })).toBeNull();
  });

  it('link to a code that is still payable', async () => {
    openPage('/payment/pending', { storedSession: { 'prumo.user.charge': charge } });
    expect((await screen.findByRole('link', { name: 'Ver o código Pix' })).getAttribute('href')).toBe('/payment/pix');
  });

  it('offer another attempt', async () => {
    openPage('/payment/failure');
    expect(await heading('Pagamento Não Concluído')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Tentar novamente' }).getAttribute('href')).toBe('/');
  });
});

/** The receipt of a payment that has not arrived. */
const invoice = {
  ...receipt,
  status: 'PENDING',
  paid_at: null,
  receipt_code: null,
  pix: { copy_paste: charge.pix_copy_paste, expires_at: '2026-11-21T18:30:00Z' },
};

describe('the page of a receipt', () => {
  it('shows payer, supplier, amount, time and code', async () => {
    openPage(`/payment/receipt/${PAYMENT_ID}`, { answers: answers(ownPayment) });
    await heading('Recibo');
    await screen.findByText('Pago');
    for (const text of [
      receipt.supplier.name,
      receipt.supplier.cnpj,
      'R$10,00',
      '21/11/2026, 14:31',
      'Ana Beatriz',
      'ana@cozinha.example',
      PAYMENT_ID,
      CODE,
    ])
      expect(page()).toContain(text);
  });

  it('is an invoice until the payment has arrived', async () => {
    openPage(`/payment/receipt/${PAYMENT_ID}`, { answers: answers(pending, invoice) });
    expect(await heading('Fatura')).toBeTruthy();
    expect(page()).toContain('Aguardando pagamento');
    expect(page()).not.toContain('Guarde este código');
  });

  it('shows the Pix code in an invoice, and a link back only in the browser that has it', async () => {
    openPage(`/payment/receipt/${PAYMENT_ID}`, { answers: answers(pending, invoice) });
    expect((await screen.findByLabelText<HTMLInputElement>('Pix copia e cola')).value).toBe(charge.pix_copy_paste);
    expect(screen.getByRole('img', { name: 'QR Code do Pix de R$10,00' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Voltar ao Pix' })).toBeNull();
    cleanup();
    openPage(`/payment/receipt/${PAYMENT_ID}`, {
      answers: answers(pending, invoice),
      storedSession: { 'prumo.user.charge': charge },
    });
    expect((await screen.findByRole('link', { name: 'Voltar ao Pix' })).getAttribute('href')).toBe('/payment/pix');
  });

  it('is not shown to other people', async () => {
    openPage(`/payment/receipt/${PAYMENT_ID}`, { user: ana, answers: { [RECEIPT]: () => problem(404, 'x', 'Nada.') } });
    expect(await heading('Recibo não encontrado')).toBeTruthy();
  });

  it('can be loaded again after the server has failed', async () => {
    let isAway = true;
    const shown = openPage(`/payment/receipt/${PAYMENT_ID}`, {
      answers: { [RECEIPT]: () => (isAway ? problem(503, 'away', 'Fora.') : Response.json(receipt)) },
    });
    const again = await screen.findByRole('button', { name: 'Tentar de novo' });
    isAway = false;
    await shown.user.click(again);
    expect(await screen.findByText('Pago')).toBeTruthy();
  });
});
