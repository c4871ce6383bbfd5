import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mailReaction } from '#mail/reaction.ts';
import { createOutbox } from '#mail/outbox.ts';
import type { Message } from '#mail/port.ts';
import { createMailQueue, type MailQueue } from '#mail/queue.ts';
import { createMailSender } from '#mail/sender.ts';
import { createSmtpMailer } from '#mail/smtp.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';
import { migrated } from '#tests/support/migrated.ts';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';

let database: TestDatabase;
let pool: pg.Pool;
let now: Date;
let queue: MailQueue;
let server: MailServer;
let warnings: unknown[];
const closing: (() => void)[] = [];
const clock = (): Date => now;
const later = (milliseconds: number): void => void (now = new Date(now.getTime() + milliseconds));
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const messageFor = (paymentId: string): Message => ({
  id: `confirmed.${paymentId}@prumo.example`,
  to: { name: 'Ana Souza', address: 'ana@exemplo.com' },
  subject: 'Pagamento confirmado: seu acesso ao Prumo',
  text: 'Olá, Ana!\n',
  html: '<p>Olá, Ana!</p>',
});

function senderTo(url: string, compose: (id: string) => Message | null = messageFor) {
  const mailer = createSmtpMailer({ url, from: { name: 'Prumo', address: 'oi@prumo.example' } });
  closing.push(() => mailer.close());
  return createMailSender({
    queue,
    mailer,
    compose: async ({ paymentId }) => compose(paymentId),
    logger: { warn: (...all: unknown[]) => void warnings.push(all) } as never,
    everyMs: 5,
  });
}

async function outcomeOf(paymentId: string) {
  const { rows } = await pool.query<{ outcome: string | null; tries: number }>(
    'select outcome, tries from mail.outgoing where payment_id = $1',
    [paymentId],
  );
  return rows[0];
}

beforeAll(async () => {
  database = await freshDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  await migrated(pool);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(async () => {
  now = new Date('2026-11-21T12:00:00.000Z');
  warnings = [];
  await pool.query('truncate mail.outgoing, mail.outbox');
  queue = createMailQueue(pool, clock);
  server = await startMailServer();
});
afterEach(async () => {
  for (const close of closing.splice(0)) close();
  await server.stop();
});

describe('a confirmed payment', () => {
  const confirmed = (paymentId: string) =>
    ({ type: 'PaymentConfirmed', stream: `payment-${paymentId}`, data: {} }) as never;

  test('is told once, however often it is heard of', async () => {
    const [reaction, paymentId] = [mailReaction(queue), randomUUID()];
    expect(reaction.types).toEqual(['PaymentConfirmed']);
    await reaction.handle([confirmed(paymentId), confirmed(paymentId)]);
    const sender = senderTo(server.url);
    expect([await sender.sendNext(), await sender.sendNext()]).toEqual([true, false]);
    await reaction.handle([confirmed(paymentId)]);
    expect(await sender.sendNext()).toBe(false);
    expect(server.received).toHaveLength(1);
    expect(server.received[0]?.recipients).toEqual(['ana@exemplo.com']);
    expect(server.received[0]?.header('Message-ID')).toBe(`<confirmed.${paymentId}@prumo.example>`);
    expect(server.received[0]?.header('From')).toBe('Prumo <oi@prumo.example>');
    expect(await outcomeOf(paymentId)).toEqual({ outcome: 'sent', tries: 1 });
  });
});

describe('sending', () => {
  test('goes on by itself when the server is back, and waits longer each time', async () => {
    const [paymentId, port] = [randomUUID(), Number(new URL(server.url).port)];
    await queue.add(paymentId, 'payment_confirmed');
    await server.stop();
    const sender = senderTo(server.url);
    expect(await sender.sendNext()).toBe(true);
    expect(await sender.sendNext()).toBe(false); // not due
    later(30_000);
    expect(await sender.sendNext()).toBe(true);
    later(30_000);
    expect(await sender.sendNext()).toBe(false); // a minute this time
    later(30_000);
    server = await startMailServer(port);
    expect(await sender.sendNext()).toBe(true);
    expect(server.received).toHaveLength(1);
    expect(await outcomeOf(paymentId)).toEqual({ outcome: 'sent', tries: 3 });
  });

  test('gives up after five days', async () => {
    const paymentId = randomUUID();
    await queue.add(paymentId, 'payment_confirmed');
    await server.stop();
    const sender = senderTo(server.url);
    later(5 * DAY - MINUTE);
    await sender.sendNext();
    expect((await outcomeOf(paymentId))?.outcome).toBeNull();
    later(2 * MINUTE);
    await sender.sendNext();
    expect((await outcomeOf(paymentId))?.outcome).toBe('given_up');
  });

  test('a recipient who does not exist is not tried again, and holds up nobody', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    await queue.add(first, 'payment_confirmed');
    later(1);
    await queue.add(second, 'payment_confirmed');
    server.refused.add('nobody@exemplo.com');
    const sender = senderTo(server.url, (id) => {
      const message = messageFor(id);
      return id === first ? { ...message, to: { name: 'Ninguém', address: 'nobody@exemplo.com' } } : message;
    });
    await sender.sendNext();
    await sender.sendNext();
    expect(await outcomeOf(first)).toEqual({ outcome: 'refused', tries: 1 });
    expect(await outcomeOf(second)).toEqual({ outcome: 'sent', tries: 1 });
    expect(JSON.stringify(warnings)).not.toMatch(/exemplo|Ningu/);
  });

  test('a reply lost after the message was taken over is at most a repeat of the same one', async () => {
    const paymentId = randomUUID();
    await queue.add(paymentId, 'payment_confirmed');
    server.loseReplies(1);
    const sender = senderTo(server.url);
    await sender.sendNext();
    expect((await outcomeOf(paymentId))?.outcome).toBeNull();
    later(MINUTE);
    await sender.sendNext();
    expect(server.received.map((each) => each.header('Message-ID'))).toEqual(
      Array(2).fill(`<confirmed.${paymentId}@prumo.example>`),
    );
    expect(await outcomeOf(paymentId)).toEqual({ outcome: 'sent', tries: 2 });
  });

  test('what a dead process had taken up is taken up by another, not before it could be done', async () => {
    const paymentId = randomUUID();
    await queue.add(paymentId, 'payment_confirmed');
    expect((await queue.take())?.paymentId).toBe(paymentId); // and dies
    const sender = senderTo(server.url);
    expect(await sender.sendNext()).toBe(false);
    later(2 * MINUTE);
    expect(await sender.sendNext()).toBe(true);
    expect((await outcomeOf(paymentId))?.outcome).toBe('sent');
  });

  test('of several senders each message is sent by one', async () => {
    const ids = Array.from({ length: 20 }, () => randomUUID());
    for (const id of ids) await queue.add(id, 'payment_confirmed');
    const senders = [senderTo(server.url), senderTo(server.url), senderTo(server.url)];
    await Promise.all(
      senders.map(async (sender) => {
        while (await sender.sendNext());
      }),
    );
    const sent = server.received.map((each) => each.header('Message-ID'));
    expect(sent).toHaveLength(ids.length);
    expect(new Set(sent)).toEqual(new Set(ids.map((id) => `<confirmed.${id}@prumo.example>`)));
  });

  test('nobody to send to any more: nothing is sent', async () => {
    const paymentId = randomUUID();
    await queue.add(paymentId, 'payment_confirmed');
    await senderTo(server.url, () => null).sendNext();
    expect(server.received).toEqual([]);
    expect((await outcomeOf(paymentId))?.outcome).toBe('pointless');
  });

  test('runs by itself until it is stopped', async () => {
    const sender = senderTo(server.url);
    sender.start();
    await queue.add(randomUUID(), 'payment_confirmed');
    await expect.poll(() => server.received.length).toBe(1);
    await sender.stop();
  });
});

describe('a name', () => {
  test.each([
    'Ana\r\nBcc: victim@example.com',
    'Ana\nSubject: Outro',
    'Ana\u2028X: y',
    '"Ana" <evil@example.com>',
    'Ana, evil@example.com',
    'Ana <a@b>, <evil@example.com>',
    '=?utf-8?Q?=0ABcc=3A_victim=40example=2Ecom?=',
    '\u0000Ana',
  ])('%j adds no header and no recipient', async (name) => {
    const paymentId = randomUUID();
    await queue.add(paymentId, 'payment_confirmed');
    const sender = senderTo(server.url, (id) => ({ ...messageFor(id), to: { name, address: 'ana@exemplo.com' } }));
    await sender.sendNext();
    const [mail] = server.received;
    expect(mail?.recipients).toEqual(['ana@exemplo.com']);
    const head = mail!.raw.slice(0, mail!.raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ');
    const headers = head.split('\r\n').map((line) => line.split(':')[0]);
    expect(headers).toHaveLength(8);
    expect(new Set(headers)).toEqual(
      new Set(['Auto-Submitted', 'Content-Type', 'Date', 'From', 'MIME-Version', 'Message-ID', 'Subject', 'To']),
    );
    expect(mail?.header('Subject')).toBe('Pagamento confirmado: seu acesso ao Prumo');
    expect(mail?.header('To')).toMatch(/<ana@exemplo\.com>$/);
  });
});

describe('the outbox', () => {
  test('keeps each message once, to be looked at', async () => {
    const outbox = createOutbox(pool, clock);
    const message = messageFor(randomUUID());
    await outbox.send(message);
    await outbox.send(message);
    later(MINUTE);
    const second = messageFor(randomUUID());
    await outbox.send(second);
    expect((await outbox.list()).map(({ id }) => id)).toEqual([second.id, message.id]);
    expect(await outbox.find(message.id)).toMatchObject(message);
    expect(await outbox.find('x')).toBeUndefined();
  });
});
