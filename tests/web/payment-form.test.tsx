import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { problem } from './support/fake-server.ts';
import { openPage, page, requestsTo } from './support/screen-under-test.tsx';
import { ana } from './support/session-under-test.ts';
import { charge, pending, STATUS } from './support/payment-answers.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const CREATE = '/api/payment/create-direct';
const created = () => Response.json(charge, { status: 201 });
const name = () => screen.findByLabelText<HTMLInputElement>('Nome');
const email = () => screen.getByLabelText<HTMLInputElement>('E-mail');
const pay = () => screen.getByRole('button', { name: 'Pagar R$10 via PIX' });

/** Inserts the text at once, as a suggestion of a keyboard does. */
async function typeInto({ user }: ReturnType<typeof openPage>, field: HTMLElement, text: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
}

/** Opens the form and fills in both fields. */
async function filledForm(answers: Parameters<typeof openPage>[1] = {}) {
  const shown = openPage('/payment/direct', answers);
  await typeInto(shown, await name(), 'Ana B.');
  await typeInto(shown, email(), 'ana@cozinha.example');
  return shown;
}

describe('the page /payment/direct', () => {
  it('requests a charge with an idempotency key and opens its payment page', async () => {
    const shown = await filledForm({ answers: { [CREATE]: created, [STATUS]: () => Response.json(pending) } });
    await shown.user.click(pay());
    await waitFor(() => expect(shown.history.at(-1)).toBe('/payment/pix'));
    const [request] = requestsTo(shown, CREATE);
    expect(request?.body).toEqual({ name: 'Ana B.', email: 'ana@cozinha.example' });
    expect(request?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('requests one charge however often the button is pressed, and shows that it is busy', async () => {
    let answer: (response: Response) => void = () => undefined;
    const shown = await filledForm({ answers: { [CREATE]: () => new Promise((resolve) => (answer = resolve)) } });
    await shown.user.dblClick(pay());
    const busy = screen.getByRole<HTMLButtonElement>('button', { name: 'Gerando o Pix…' });
    expect([busy.disabled, requestsTo(shown, CREATE).length]).toEqual([true, 1]);
    answer(problem(503, 'away', 'Fora do ar.'));
    await waitFor(() => expect(pay()).toBeTruthy());
  });

  it.each([
    ['both are empty', '', ''],
    ['the e-mail is empty', 'Ana', ''],
    ['the name is empty', '', 'ana@cozinha.example'],
    ['the name is blank', '   ', 'ana@cozinha.example'],
  ])('requires name and e-mail, and says so when %s', async (_which, typedName, typedEmail) => {
    const shown = openPage('/payment/direct');
    if (typedName) await typeInto(shown, await name(), typedName);
    await name();
    if (typedEmail) await typeInto(shown, email(), typedEmail);
    await shown.user.click(pay());
    expect(screen.getByRole('alert').textContent).toBe('Por favor, preencha todos os campos');
    expect(requestsTo(shown, CREATE)).toEqual([]);
  });

  it('links to a code that is still payable, and to no expired one', async () => {
    openPage('/payment/direct', { storedSession: { 'prumo.user.charge': { ...charge, expires_at: null } } });
    const back = await screen.findByRole('link', { name: 'Ver o código Pix' });
    expect(back.getAttribute('href')).toBe('/payment/pix');
    expect(page()).toContain('Você já gerou um código Pix de R$10,00.');
    cleanup();
    openPage('/payment/direct', {
      storedSession: { 'prumo.user.charge': { ...charge, expires_at: '2020-01-01T00:00:00Z' } },
    });
    await name();
    expect(screen.queryByRole('link', { name: 'Ver o código Pix' })).toBeNull();
  });

  it('links to no code for a person who already has access', async () => {
    openPage('/payment/direct', { user: ana, storedSession: { 'prumo.user.charge': { ...charge, expires_at: null } } });
    await screen.findByText(/Você já tem acesso/);
    expect(screen.queryByRole('link', { name: 'Ver o código Pix' })).toBeNull();
  });

  it('has an e-mail field of type email', async () => {
    openPage('/payment/direct');
    await name();
    expect(email().type).toBe('email');
  });

  it.each([
    ['a refusal', () => problem(429, 'slow', 'Espere um pouco.'), 'Erro ao criar pagamento: Espere um pouco.'],
    [
      'no answer',
      () => Promise.reject(new TypeError('Failed to fetch')),
      'Erro ao processar pagamento. Verifique sua conexão e tente novamente.',
    ],
    [
      'an answer without a code',
      () => Response.json({ ...charge, pix_copy_paste: '' }, { status: 201 }),
      'Erro: Não foi possível gerar os dados de pagamento. Tente novamente.',
    ],
  ])('shows the reason after %s, keeps the typed text and tries again with the same key', async (_, answer, said) => {
    const shown = await filledForm({ answers: { [CREATE]: answer } });
    await shown.user.click(pay());
    expect((await screen.findByRole('alert')).textContent).toBe(said);
    expect([(await name()).value, email().value]).toEqual(['Ana B.', 'ana@cozinha.example']);
    await shown.user.click(pay());
    const keys = requestsTo(shown, CREATE).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys).toHaveLength(2);
    expect(keys[1]).toBe(keys[0]);
    await typeInto(shown, await name(), 'c');
    await shown.user.click(pay());
    expect(requestsTo(shown, CREATE)[2]?.headers.get('Idempotency-Key')).not.toBe(keys[0]);
  });

  it('shows the server’s sentence at its field only', async () => {
    const refusal = () => problem(422, 'invalid', 'E-mail estranho.', { email: 'E-mail estranho.' });
    const shown = await filledForm({ answers: { [CREATE]: refusal } });
    await shown.user.click(pay());
    await waitFor(() => expect(email().getAttribute('aria-invalid')).toBe('true'));
    expect(document.getElementById(email().getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Erro ao criar pagamento: E-mail estranho.',
    );
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect(document.activeElement).toBe(email());
  });

  it('keeps the typed text after a reload', async () => {
    const first = await filledForm();
    const kept = { 'prumo.user.payer': sessionStorage.getItem('prumo.user.payer') ?? '' };
    first.unmount();
    openPage('/payment/direct', { storedSession: kept });
    expect([(await name()).value, email().value]).toEqual(['Ana B.', 'ana@cozinha.example']);
  });

  it('fills in the signed-in person', async () => {
    openPage('/payment/direct', { user: { ...ana, access_granted: false } });
    await waitFor(async () => expect((await name()).value).toBe('Ana Beatriz'));
    expect(email().value).toBe('ana@cozinha.example');
    expect(page()).toContain('O acesso vai para a conta ana@cozinha.example.');
  });

  it('asks for a CPF when the provider needs it, and never stores it', async () => {
    const shown = await filledForm({ site: { needs_tax_id: true }, answers: { [CREATE]: created } });
    await shown.user.click(pay());
    expect(screen.getByRole('alert').textContent).toBe('Por favor, preencha todos os campos');
    await typeInto(shown, screen.getByLabelText('CPF ou CNPJ'), '529.982.247-25');
    await shown.user.click(pay());
    await waitFor(() => expect(requestsTo(shown, CREATE)).toHaveLength(1));
    expect(requestsTo(shown, CREATE)[0]?.body).toMatchObject({ tax_id: '529.982.247-25' });
    expect(JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)])).not.toMatch(/529\.?982/);
  });

  it('asks for no CPF when the provider does not need it', async () => {
    openPage('/payment/direct');
    await name();
    expect(screen.queryByLabelText('CPF ou CNPJ')).toBeNull();
  });

  it('shows the configured price', async () => {
    openPage('/payment/direct', { site: { price: 19.9 } });
    expect(await screen.findByRole('button', { name: 'Pagar R$19,90 via PIX' })).toBeTruthy();
  });

  it('remembers the purchase of a person who leaves to sign in', async () => {
    const shown = openPage('/payment/direct');
    await shown.user.click(await screen.findByRole('link', { name: /Entre com o Google/ }));
    expect(sessionStorage.getItem('pendingPayment')).toBe('true');
    expect(shown.history.at(-1)).toBe('/login');
  });
});
