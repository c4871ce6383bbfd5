import { afterAll, beforeAll, expect, test } from 'vitest';
import { readMailConfig } from '#config/mail-config.ts';
import { type RunningApi, startApi } from '#tests/support/api.ts';
import { createPaidGuest } from '#tests/support/buying.ts';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';
import { type MemoryProvider, memoryProvider } from '#tests/support/memory-provider.ts';

const PAYER = { name: 'Zé <script>alert(1)</script>', email: 'ze@exemplo.com' };

let provider: MemoryProvider;
let api: RunningApi;
beforeAll(async () => {
  provider = memoryProvider();
  api = await startApi({ paymentProvider: provider });
});
afterAll(() => api.stop());

test('the buyer finds the confirmation with the receipt’s code in the outbox when there is no mail server', async () => {
  const { browser, paymentId } = await createPaidGuest(api, provider, PAYER);
  const outbox = async (path = ''): Promise<string> =>
    (await api.visitor().call('GET', `/dev/outbox${path}`, { headers: { 'Sec-Fetch-Mode': 'no-cors' } })).text;
  await expect.poll(() => outbox()).toContain('ze@exemplo.com');
  const list = await outbox();
  expect(list).toContain('Pagamento confirmado');
  expect(list).not.toContain('<script>');
  const [, path = ''] = /href="\/dev\/outbox(\/[^"]+)"/.exec(list) ?? [];
  const message = await outbox(path);
  const { receipt_code: code } = (await browser.call('GET', `/api/payment/receipt/${paymentId}`)).json as {
    receipt_code: string;
  };
  expect(message).toContain(code);
  expect(message).toContain(`href="${api.origin}/payment/receipt/${paymentId}"`);
  expect(message).not.toContain('<script>');
  expect((await api.visitor().call('GET', '/dev/outbox/unknown')).status).toBe(404);
});

test('the confirmation comes by mail when there is a mail server, and there is no outbox', async () => {
  const server: MailServer = await startMailServer();
  const mail = readMailConfig({ SMTP_URL: server.url }, { production: true, support: 'ajuda@prumo.example' });
  const real = await startApi({ paymentProvider: provider, config: { mail } });
  const { paymentId } = await createPaidGuest(real, provider, { name: 'Ana', email: 'ana@exemplo.com' });
  await expect.poll(() => server.messages.length).toBe(1);
  expect(server.messages[0]?.recipients).toEqual(['ana@exemplo.com']);
  expect(server.messages[0]?.header('Message-ID')).not.toContain(paymentId);
  expect(server.messages[0]?.header('Reply-To')).toBe('Prumo <ajuda@prumo.example>');
  const page = await real.visitor().call('GET', '/dev/outbox');
  expect(page.text).not.toContain('Caixa de saída');
  await real.stop();
  await server.stop();
});
