import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { forgetMail, createMailQueue, type MailQueue, mailReaction } from '#mail/queue.ts';
import { createOutbox } from '#mail/outbox.ts';
import { readMailConfig } from '#config/mail-config.ts';
import type { Mailer, Message } from '#mail/port.ts';
import { createMailSender } from '#mail/sender.ts';
import { createSmtpMailer } from '#mail/smtp.ts';
import { migratedDatabase, type TestDatabase } from '#tests/support/database.ts';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';
import { type Relay, type RelayStage, startRelay } from '#tests/support/relay.ts';

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
  paymentId,
  to: { name: 'Ana Souza', address: 'ana@exemplo.com' },
  subject: 'Pagamento confirmado: seu acesso ao Prumo',
  text: 'Olá, Ana!\n',
  html: '<p>Olá, Ana!</p>',
});

function mailerTo(url: string): Mailer {
  const env = { SMTP_URL: url, MAIL_FROM: 'Prumo <oi@prumo.example>' };
  const config = readMailConfig(env, { production: true, support: 'ajuda@prumo.example' });
  if (config.kind === 'outbox') throw new Error('no mail server is named');
  return createSmtpMailer(config.settings);
}

function senderTo(url: string, compose: (id: string) => Message | null = messageFor) {
  const mailer = mailerTo(url);
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
  database = await migratedDatabase();
  ({ pool } = database);
});
afterAll(async () => {
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

describe('mail of a confirmed payment', () => {
  const confirmed = (paymentId: string) =>
    ({ type: 'PaymentConfirmed', stream: `payment-${paymentId}`, data: {} }) as never;

  test('is queued once, however often the confirmation is handled', async () => {
    const [reaction, paymentId] = [mailReaction(queue), randomUUID()];
    expect(reaction.types).toEqual(['PaymentConfirmed']);
    await reaction.handle([confirmed(paymentId), confirmed(paymentId)]);
    const sender = senderTo(server.url);
    expect([await sender.sendNext(), await sender.sendNext()]).toEqual([true, false]);
    await reaction.handle([confirmed(paymentId)]);
    expect(await sender.sendNext()).toBe(false);
    expect(server.messages).toHaveLength(1);
    expect(server.messages[0]?.recipients).toEqual(['ana@exemplo.com']);
    expect(server.messages[0]?.header('Message-ID')).toBe(`<confirmed.${paymentId}@prumo.example>`);
    expect(server.messages[0]?.header('From')).toBe('Prumo <oi@prumo.example>');
    expect(server.messages[0]?.header('Reply-To')).toBe('Prumo <ajuda@prumo.example>');
    expect(await outcomeOf(paymentId)).toEqual({ outcome: 'sent', tries: 1 });
  });
});

describe('mail queue', () => {
  test('continues by itself when the server is back, and waits longer each time', async () => {
    const [paymentId, port] = [randomUUID(), Number(new URL(server.url).port)];
    await queue.add(paymentId, 'payment_confirmed');
    await server.stop();
    const sender = senderTo(server.url);
    expect(await sender.sendNext()).toBe(true);
    expect(await sender.sendNext()).toBe(false); // The message is not due.
    later(30_000);
    expect(await sender.sendNext()).toBe(true);
    later(30_000);
    expect(await sender.sendNext()).toBe(false); // The pause is a minute this time.
    later(30_000);
    server = await startMailServer({ port });
    expect(await sender.sendNext()).toBe(true);
    expect(server.messages).toHaveLength(1);
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

  test('does not retry a recipient who does not exist, and delays no other message', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    await queue.add(first, 'payment_confirmed');
    later(1);
    await queue.add(second, 'payment_confirmed');
    server.refusedRecipients.add('nobody@exemplo.com');
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

  test('repeats at most the same message when the reply after the handover was lost', async () => {
    const paymentId = randomUUID();
    await queue.add(paymentId, 'payment_confirmed');
    server.loseReplies(1);
    const sender = senderTo(server.url);
    await sender.sendNext();
    expect((await outcomeOf(paymentId))?.outcome).toBeNull();
    later(MINUTE);
    await sender.sendNext();
    expect(server.messages.map((each) => each.header('Message-ID'))).toEqual(
      Array(2).fill(`<confirmed.${paymentId}@prumo.example>`),
    );
    expect(await outcomeOf(paymentId)).toEqual({ outcome: 'sent', tries: 2 });
  });

  test('takes over the messages of a dead process, and not before its lease ends', async () => {
    const paymentId = randomUUID();
    await queue.add(paymentId, 'payment_confirmed');
    expect((await queue.take())?.paymentId).toBe(paymentId); // This process dies.
    const sender = senderTo(server.url);
    expect(await sender.sendNext()).toBe(false);
    later(2 * MINUTE);
    expect(await sender.sendNext()).toBe(true);
    expect((await outcomeOf(paymentId))?.outcome).toBe('sent');
  });

  test('sends each message once from several processes', async () => {
    const ids = Array.from({ length: 20 }, () => randomUUID());
    for (const id of ids) await queue.add(id, 'payment_confirmed');
    const senders = [senderTo(server.url), senderTo(server.url), senderTo(server.url)];
    await Promise.all(
      senders.map(async (sender) => {
        while (await sender.sendNext());
      }),
    );
    const sent = server.messages.map((each) => each.header('Message-ID'));
    expect(sent).toHaveLength(ids.length);
    expect(new Set(sent)).toEqual(new Set(ids.map((id) => `<confirmed.${id}@prumo.example>`)));
  });

  test('sends nothing when there is no recipient any more', async () => {
    const paymentId = randomUUID();
    await queue.add(paymentId, 'payment_confirmed');
    await senderTo(server.url, () => null).sendNext();
    expect(server.messages).toEqual([]);
    expect((await outcomeOf(paymentId))?.outcome).toBe('pointless');
  });

  test('runs by itself until it is stopped', async () => {
    const sender = senderTo(server.url);
    sender.start();
    await queue.add(randomUUID(), 'payment_confirmed');
    await expect.poll(() => server.messages.length).toBe(1);
    await sender.stop();
  });
});

describe('final refusal by a mail server', () => {
  let relay: Relay | undefined;
  afterEach(() => relay?.stop());

  async function outcomeAt(stage: RelayStage, reply: string) {
    relay = await startRelay();
    relay.refuse(stage, reply);
    const paymentId = randomUUID();
    await queue.add(paymentId, 'payment_confirmed');
    const sender = senderTo(relay.url);
    expect(await sender.sendNext()).toBe(true);
    expect(JSON.stringify(warnings)).not.toMatch(/exemplo|Ana|hush/);
    expect(relay.refusals).toBe(1);
    return { paymentId, sender, row: await outcomeOf(paymentId) };
  }

  test.each<[RelayStage, string]>([
    ['greeting', '554 5.3.2 relay.example is not taking mail'],
    ['greeting', '554 No SMTP service here'],
    ['EHLO', '550 You are not who you say you are'],
    ['AUTH', '535 5.7.8 Authentication credentials invalid: hush'],
    ['MAIL', '550 5.1.8 Sender address rejected'],
    ['MAIL', '553 sender domain does not exist'],
    ['MAIL', '530 5.7.0 Authentication required'],
    ['RCPT', '530 Authentication required'],
    ['RCPT', '552 5.2.2 Mailbox full'],
    ['RCPT', '554 5.7.1 <ana@exemplo.com>: Relay access denied'],
    ['RCPT', '550 relay not permitted'],
    ['RCPT', '550 5.1.7 <oi@prumo.example>: Sender address rejected'],
    ['RCPT', '554 5.4.14 Hop count exceeded - possible mail loop'],
    ['message', '552 5.2.3 Message exceeds the quota of oi@prumo.example'],
    ['message', '554 5.3.0 Local configuration error'],
  ])('at %s with “%s” is the relay’s own trouble, and the message is tried for days', async (stage, reply) => {
    const { paymentId, sender, row } = await outcomeAt(stage, reply);
    expect(row).toEqual({ outcome: null, tries: 1 });
    later(4 * DAY);
    await sender.sendNext();
    expect(await outcomeOf(paymentId)).toEqual({ outcome: null, tries: 2 });
    relay?.acceptAll();
    later(4 * 60 * MINUTE);
    await sender.sendNext();
    expect(await outcomeOf(paymentId)).toEqual({ outcome: 'sent', tries: 3 });
  });

  test.each<[RelayStage, string]>([
    ['RCPT', '550 5.1.1 <ana@exemplo.com>: no such user'],
    ['RCPT', '550 No such user here'],
    ['RCPT', '553 5.1.3 Invalid address syntax'],
    ['RCPT', '550 5.2.1 The mailbox is disabled'],
    ['message', '554 5.7.1 Message refused: it looks like spam'],
    ['message', '550 Message refused'],
  ])('at %s with “%s” concerns this recipient or message, and it is not tried again', async (stage, reply) => {
    const { row } = await outcomeAt(stage, reply);
    expect(row).toEqual({ outcome: 'refused', tries: 1 });
  });

  test('is logged by number and step, without the server’s text', async () => {
    await outcomeAt('RCPT', '554 5.7.1 <ana@exemplo.com>: Relay access denied');
    expect(String((warnings[0] as [{ err: Error }])[0].err)).toContain('EENVELOPE 554 5.7.1 RCPT TO');
  });
});

describe('encryption of mail', () => {
  test('is required: a server without STARTTLS gets neither mail nor password', async () => {
    const relay = await startRelay();
    const paymentId = randomUUID();
    await queue.add(paymentId, 'payment_confirmed');
    await senderTo(relay.url.replace('?requireTLS=false', '')).sendNext();
    await relay.stop();
    expect(await outcomeOf(paymentId)).toEqual({ outcome: null, tries: 1 });
    expect(relay.commands).toEqual(['EHLO', 'STARTTLS']);
  });

  test('is used where it is offered', async () => {
    const encrypting = await startMailServer({ offersTls: true });
    await queue.add(randomUUID(), 'payment_confirmed');
    await senderTo(encrypting.url).sendNext();
    await encrypting.stop();
    expect(encrypting.messages.map(({ isEncrypted }) => isEncrypted)).toEqual([true]);
  });

  test('is refused with a server whose certificate is not valid', async () => {
    const unproven = await startMailServer({ offersTls: true });
    const paymentId = randomUUID();
    await queue.add(paymentId, 'payment_confirmed');
    await senderTo(unproven.url.replace('?tls.rejectUnauthorized=false', '')).sendNext();
    await unproven.stop();
    expect(unproven.messages).toEqual([]);
    expect(String((warnings[0] as [{ err: Error }])[0].err)).toMatch(/SELF_SIGNED|EXPIRED|UNABLE_TO_VERIFY/);
    expect(await outcomeOf(paymentId)).toEqual({ outcome: null, tries: 1 });
  });

  test('is used with any certificate where encryption is optional', async () => {
    const encrypting = await startMailServer({ offersTls: true });
    await queue.add(randomUUID(), 'payment_confirmed');
    await senderTo(encrypting.url.replace('tls.rejectUnauthorized=false', 'requireTLS=false')).sendNext();
    await encrypting.stop();
    expect(encrypting.messages.map(({ isEncrypted }) => isEncrypted)).toEqual([true]);
  });

  test('is optional, and the greeting names us, when the address of the server says so', async () => {
    const relay = await startRelay();
    await queue.add(randomUUID(), 'payment_confirmed');
    await senderTo(`${relay.url}&name=app.prumo.example`).sendNext();
    await relay.stop();
    expect(relay.lines[0]).toBe('EHLO app.prumo.example');
    expect(relay.commands).toContain('DATA');
  });
});

describe('name of a recipient', () => {
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
    const [mail] = server.messages;
    expect(mail?.recipients).toEqual(['ana@exemplo.com']);
    const head = mail!.raw.slice(0, mail!.raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ');
    const headers = head.split('\r\n').map((line) => line.split(':')[0]);
    expect(headers).toHaveLength(9);
    expect(new Set(headers)).toEqual(
      new Set('Auto-Submitted Content-Type Date From MIME-Version Message-ID Reply-To Subject To'.split(' ')),
    );
    expect(mail?.header('Subject')).toBe('Pagamento confirmado: seu acesso ao Prumo');
    expect(mail?.header('To')).toMatch(/<ana@exemplo\.com>$/);
  });

  test('that was stored before such names were refused shows no address but its own', async () => {
    await queue.add(randomUUID(), 'payment_confirmed');
    const name = 'Ana\u202e>moc.elpmaxe@live<';
    await senderTo(server.url, (id) => ({ ...messageFor(id), to: { name, address: 'ana@exemplo.com' } })).sendNext();
    expect(server.messages[0]?.header('To')).toBe('"Ana >moc.elpmaxe@live<" <ana@exemplo.com>');
  });
});

describe('outbox', () => {
  test('contains each message once for display', async () => {
    const outbox = createOutbox(pool, clock);
    const queued = async () => {
      const message = messageFor(randomUUID());
      await queue.add(message.paymentId, 'payment_confirmed');
      return message;
    };
    const message = await queued();
    await outbox.send(message);
    await outbox.send(message);
    later(MINUTE);
    const second = await queued();
    await outbox.send(second);
    expect((await outbox.list()).map(({ id }) => id)).toEqual([second.id, message.id]);
    const { paymentId: _about, ...shown } = message;
    expect(await outbox.find(message.id)).toMatchObject(shown);
    expect(await outbox.find('x')).toBeUndefined();
  });

  test('contains no message to a person erased after it was composed', async () => {
    const message = messageFor(randomUUID());
    await queue.add(message.paymentId, 'payment_confirmed');
    await forgetMail(pool, [message.paymentId]);
    await createOutbox(pool, clock).send(message);
    expect(await createOutbox(pool, clock).find(message.id)).toBeUndefined();
  });
});
