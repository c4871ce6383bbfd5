import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { problem } from './support/fake-server.ts';
import { openPage } from './support/page-under-test.tsx';
import { page } from './support/screen-under-test.tsx';
import { ana, guest } from './support/session-under-test.ts';
import { charge, CODE, mine, PAYMENT_ID, pending, RECEIPT, receipt, STATUS } from './support/some-payment.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const PAID = { 'prumo.user.paid': { payment_id: PAYMENT_ID } };
const answers = (status: unknown, paper: unknown = receipt) => ({
  [STATUS]: () => Response.json(status),
  [RECEIPT]: () => Response.json(paper),
});
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const MARKER = 'prumo.user.direct-payment';

/** The page after its three seconds. */
async function confirmed(options: Parameters<typeof openPage>[1]) {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const shown = openPage('/payment/success', { kept: PAID, ...options });
  await screen.findByText('Confirmando seu pagamento...');
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  return shown;
}

describe('/payment/success', () => {
  it('confirms for three seconds, however fast the answer', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    openPage('/payment/success', { kept: PAID, user: guest, answers: answers(mine) });
    await screen.findByText('Confirmando seu pagamento...');
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(page()).toContain('Confirmando seu pagamento...');
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(await heading('Pagamento confirmado!')).toBeTruthy();
  });

  it('leads a guest in, with the code to keep, and marks the browser', async () => {
    await confirmed({ user: guest, answers: answers(mine) });
    const enter = await screen.findByRole('link', { name: 'Acessar Dashboard' });
    expect(enter.getAttribute('href')).toBe('/dashboard');
    expect(page()).toContain(CODE);
    expect(screen.getByRole('link', { name: 'Ver recibo' }).getAttribute('href')).toBe(
      `/payment/receipt/${PAYMENT_ID}`,
    );
    expect(localStorage.getItem(MARKER)).toBe('true');
    expect(sessionStorage.getItem('prumo.user.paid')).not.toBeNull();
  });

  it('asks for a sign-in where an account holds the access, and marks nothing', async () => {
    await confirmed({ answers: answers({ ...mine, held_by: 'another' }, { ...receipt, receipt_code: null }) });
    expect((await screen.findByRole('link', { name: 'Fazer Login' })).getAttribute('href')).toBe('/login');
    expect(screen.queryByRole('link', { name: 'Acessar Dashboard' })).toBeNull();
    expect(localStorage.getItem(MARKER)).toBeNull();
  });

  it('claims nothing that it does not know', async () => {
    await confirmed({ kept: {} });
    expect(await heading('Ainda sem confirmação')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Voltar ao Pix' })).toBeNull();
    expect(page()).not.toMatch(/liberado|Pagamento confirmado/);
  });

  it('does not take no answer for no payment, and asks again', async () => {
    const { answer } = await confirmed({
      user: guest,
      answers: { [STATUS]: () => problem(500, 'unexpected', 'Erro.') },
    });
    expect(await heading('Erro ao verificar pagamento')).toBeTruthy();
    answer(STATUS, () => Response.json(mine));
    act(() => screen.getByRole('button', { name: 'Tentar de novo' }).click());
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    expect(await heading('Pagamento confirmado!')).toBeTruthy();
    expect(page()).toContain('Não deu para carregar o código do recibo.');
    expect(page()).not.toContain('Guarde este código');
  });

  it('does not send somebody to another account where two answers do not go together', async () => {
    await confirmed({ user: null, answers: answers(mine) });
    expect(await heading('Erro ao verificar pagamento')).toBeTruthy();
  });

  it('nor of a payment that has not come', async () => {
    await confirmed({ kept: { 'prumo.user.charge': charge }, answers: answers(pending) });
    expect(await heading('Ainda sem confirmação')).toBeTruthy();
  });
});

describe('/payment/pending and /payment/failure', () => {
  it('promise an e-mail and lead back', async () => {
    openPage('/payment/pending');
    expect(await heading('Pagamento Pendente')).toBeTruthy();
    expect(page()).toContain('enviaremos um e-mail');
    expect(screen.getByRole('link', { name: 'Voltar ao início' }).getAttribute('href')).toBe('/');
    expect(screen.queryByRole('link', { name: 'Ver o código Pix' })).toBeNull();
  });

  it('lead back to a code that waits', async () => {
    openPage('/payment/pending', { kept: { 'prumo.user.charge': charge } });
    expect((await screen.findByRole('link', { name: 'Ver o código Pix' })).getAttribute('href')).toBe('/payment/pix');
  });

  it('let one try again', async () => {
    openPage('/payment/failure');
    expect(await heading('Pagamento Não Concluído')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Tentar novamente' }).getAttribute('href')).toBe('/');
  });
});

/** The receipt of what is not paid yet. */
const invoice = {
  ...receipt,
  status: 'PENDING',
  paid_at: null,
  receipt_code: null,
  pix: { copy_paste: charge.pix_copy_paste, expires_at: '2026-11-21T18:30:00Z' },
};

describe('the receipt', () => {
  it('says who paid what to whom, when, and carries the code', async () => {
    openPage(`/payment/receipt/${PAYMENT_ID}`, { answers: answers(mine) });
    await heading('Recibo');
    await screen.findByText('Pago');
    for (const said of [
      receipt.supplier.name,
      receipt.supplier.cnpj,
      'R$10,00',
      '21/11/2026, 14:31',
      'Ana Beatriz',
      'ana@cozinha.example',
      PAYMENT_ID,
      CODE,
    ])
      expect(page()).toContain(said);
  });

  it('is an invoice as long as nothing is paid', async () => {
    openPage(`/payment/receipt/${PAYMENT_ID}`, { answers: answers(pending, invoice) });
    expect(await heading('Fatura')).toBeTruthy();
    expect(page()).toContain('Aguardando pagamento');
    expect(page()).not.toContain('Guarde este código');
  });

  it('carries the code to pay by, for it opens in a tab of its own, and leads back where there is a way back', async () => {
    openPage(`/payment/receipt/${PAYMENT_ID}`, { answers: answers(pending, invoice) });
    expect((await screen.findByLabelText<HTMLInputElement>('Pix copia e cola')).value).toBe(charge.pix_copy_paste);
    expect(screen.getByRole('img', { name: 'QR Code do Pix de R$10,00' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Voltar ao Pix' })).toBeNull();
    cleanup();
    openPage(`/payment/receipt/${PAYMENT_ID}`, {
      answers: answers(pending, invoice),
      kept: { 'prumo.user.charge': charge },
    });
    expect((await screen.findByRole('link', { name: 'Voltar ao Pix' })).getAttribute('href')).toBe('/payment/pix');
  });

  it('is nobody else’s', async () => {
    openPage(`/payment/receipt/${PAYMENT_ID}`, { user: ana, answers: { [RECEIPT]: () => problem(404, 'x', 'Nada.') } });
    expect(await heading('Recibo não encontrado')).toBeTruthy();
  });

  it('can be asked for again when the server is away', async () => {
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
