import type { Accounts } from '#app/accounts.ts';
import type { Payments } from '#payments/use-cases/payments.ts';
import type { PaymentCall } from '#payments/use-cases/ports.ts';
import type { Viewer } from '#payments/use-cases/viewer.ts';
import { TERMS } from '#contract/terms.ts';
import type { AccessLog } from '#access-log/access-log.ts';
import { newBuyerToken } from '#payments/buyer-tokens.ts';
import { type Intent, codeExpiresAt } from '#payments/intent.ts';
import { ProviderError, type Simulate } from '#payments/port.ts';
import type { Sessions } from '#identity/sessions.ts';
import type { Visitor } from '#queries/visitor.ts';
import type { SiteConfig } from '#config/site-config.ts';
import type { Context } from 'koa';
import type { BuyerBrowser } from '../buyer-browser.ts';
import { clientAddress } from '../client-address.ts';
import type { Handlers } from '../mount.ts';
import { problemOfCode } from '../payment-problems.ts';
import { idempotencyKey } from '../preconditions.ts';
import { Problem, problems } from '../problem.ts';
import type { SessionCookies } from '../session-cookies.ts';
import { verifiedSentence } from './verified-sentence.ts';

export interface PaymentHandlerPorts {
  readonly payments: Payments;
  /** Whether the provider needs a CPF or CNPJ for a charge. */
  readonly needsTaxId: boolean;
  /** Present only with the sandbox. */
  readonly simulate: Simulate | undefined;
  /** Called on a notification, so that it is handled now. */
  readonly wake: () => void;
  readonly sessions: Pick<Sessions, 'start'>;
  readonly cookies: Pick<SessionCookies, 'session'>;
  readonly buyerBrowser: BuyerBrowser;
  readonly supplier: SiteConfig['supplier'];
  readonly publicOrigin: string;
  readonly accessLog: Pick<AccessLog, 'sessionStarted'>;
  readonly accounts: Pick<Accounts, 'acceptTerms'>;
  /** Whether the visitor is an administrator who gave the password. */
  readonly isAdministrator: (visitor: Visitor | null) => boolean;
}

/**
 * Handlers for buying access. The use cases decide whose a payment is; the handlers deal with cookies, words and
 * shapes.
 */
export const paymentHandlers = (ports: PaymentHandlerPorts) => ({
  ...buyingHandlers(ports),
  ...claimingHandlers(ports),
  ...providerHandlers(ports),
});

function buyingHandlers(ports: PaymentHandlerPorts): Pick<Handlers, 'createPayment' | 'paymentStatus' | 'receipt'> {
  const { payments, needsTaxId, supplier, publicOrigin, accounts, buyerBrowser } = ports;

  return {
    async createPayment({ body, visitor, requestId, ctx }) {
      const { name, email, tax_id: taxId } = body;
      if (needsTaxId && taxId === undefined)
        throw problems.invalid({ tax_id: 'Digite seu CPF ou CNPJ: o banco pede para gerar o PIX.' });
      idempotencyKey(ctx);
      if (visitor) await accounts.acceptTerms(visitor.userId, TERMS.version, callOf(visitor, requestId));
      const token = newBuyerToken();
      const hash = buyerBrowser.hashOf(ctx);
      const intent = await payments.begin({
        buyer: { hash, user: userOf(visitor) },
        payer: { name, email, taxId },
        newHash: token.hash,
        // The cookie is set even where making the charge fails: the next attempt of this browser continues the same
        // payment.
        onIntent({ buyerHash }) {
          if (buyerHash === token.hash) buyerBrowser.give(ctx, token);
          else if (buyerHash !== hash) buyerBrowser.take(ctx);
        },
      });
      return {
        body: {
          payment_id: intent.paymentId,
          pix_qr_code: intent.qrPng ?? '',
          pix_copy_paste: intent.copyPaste ?? '',
          invoice_url: intent.invoiceUrl ?? receiptPage(publicOrigin, intent),
          amount: intent.cents / 100,
          expires_at: codeExpiresAt(intent).toISOString(),
        },
      };
    },

    async paymentStatus({ params: { paymentId }, query, visitor, requestId, ctx }) {
      const viewer = viewerOf(ctx, visitor, buyerBrowser);
      const call = callOf(visitor, requestId);
      const { status } = payments;
      const seen =
        query.check === 'now'
          ? await status.askedNow(paymentId, viewer, call)
          : await status.of(paymentId, viewer, call);
      if (!seen) {
        await buyerBrowser.tidy(ctx);
        throw problems.unknown();
      }
      const { guestToSignIn: userId } = seen;
      if (userId !== null) await startGuestSession(ports, { userId, ctx, requestId });
      else if (seen.heldBy === 'you') await buyerBrowser.close(ctx, paymentId);
      return { body: { status: seen.status, access_granted: seen.accessGranted, held_by: seen.heldBy } };
    },

    async receipt({ params: { paymentId }, visitor, ctx }) {
      const receipt = await payments.receiptOf(paymentId, viewerOf(ctx, visitor, buyerBrowser));
      if (!receipt) {
        await buyerBrowser.tidy(ctx);
        throw problems.unknown();
      }
      return { body: receiptBody(receipt, supplier) };
    },
  };
}

/**
 * Makes the buyer's browser a session of its guest; a buyer has accepted the terms beside the button. The buyer's
 * cookie is removed; its token stays valid until the session has been seen, in case this answer is lost.
 */
async function startGuestSession(
  { accounts, cookies, sessions, buyerBrowser, accessLog }: PaymentHandlerPorts,
  { userId, ctx, requestId }: { readonly userId: string; readonly ctx: Context; readonly requestId: string },
): Promise<void> {
  await accounts.acceptTerms(userId, TERMS.version, { actor: { kind: 'guest', id: userId }, requestId });
  cookies.session.write(ctx, await sessions.start({ userId, kind: 'guest' }));
  buyerBrowser.take(ctx);
  accessLog.sessionStarted(userId, clientAddress(ctx));
}

function claimingHandlers({
  payments,
  cookies,
  buyerBrowser,
}: PaymentHandlerPorts): Pick<Handlers, 'verifyAccess' | 'redeemReceipt' | 'answerTransfer'> {
  return {
    async verifyAccess({ visitor, requestId }) {
      const user = userOf(visitor);
      if (!visitor || !user) throw problems.notSignedIn();
      const verifiedEmail = visitor.emailVerified ? visitor.email : null;
      return {
        body: verifiedSentence(await payments.verifyAccess({ user, verifiedEmail }, callOf(visitor, requestId))),
      };
    },

    async redeemReceipt({ body, visitor, requestId }) {
      const user = userOf(visitor);
      if (!user) throw problems.notSignedIn();
      if (user.kind === 'guest')
        throw new Problem(409, 'guest', 'Entre com sua conta Google para usar o código do recibo.');
      const redeemed = await payments.redeem(body.code, user.userId, callOf(visitor, requestId));
      if (redeemed !== 'granted') throw problemOfCode(redeemed);
      return { body: { message: 'Código aceito: seu acesso está liberado.', access_granted: true } };
    },

    async answerTransfer({ params: { paymentId }, body: { answer }, visitor, requestId, ctx }) {
      if (visitor?.kind !== 'guest') throw problems.unknown();
      const agrees = answer === 'agree';
      const asked = { guestId: visitor.userId, paymentId, agrees };
      if (!(await payments.transfers.answer(asked, callOf(visitor, requestId)))) throw problems.unknown();
      if (agrees) {
        cookies.session.clear(ctx);
        await buyerBrowser.close(ctx, paymentId);
      }
      return { body: { moved: agrees } };
    },
  };
}

function providerHandlers({
  payments,
  simulate,
  wake,
  buyerBrowser,
  isAdministrator,
}: PaymentHandlerPorts): Pick<Handlers, 'paymentWebhook' | 'simulatePayment'> {
  return {
    async paymentWebhook({ notice }) {
      if (notice) {
        await payments.notices.receive(notice);
        wake();
      }
      return { body: { received: true } };
    },

    async simulatePayment({ params: { paymentId }, body: { outcome }, visitor, ctx }) {
      const isSeen =
        isAdministrator(visitor) ||
        (await payments.receiptOf(paymentId, viewerOf(ctx, visitor, buyerBrowser))) !== null;
      if (!simulate || !isSeen) throw problems.unknown();
      await simulate(paymentId, outcome).catch((error: unknown) => {
        if (error instanceof ProviderError && error.kind === 'not_found') throw problems.unknown();
        if (error instanceof ProviderError && error.kind === 'rejected')
          throw new Problem(409, 'impossible_now', 'Isto não pode acontecer com este pagamento agora.');
        throw error;
      });
      return { body: { simulated: outcome } };
    },
  };
}

const viewerOf = (ctx: Context, visitor: Visitor | null, buyerBrowser: BuyerBrowser): Viewer => ({
  buyerHash: buyerBrowser.hashOf(ctx),
  user: userOf(visitor),
});

const userOf = (visitor: Visitor | null): Viewer['user'] => visitor && { kind: visitor.kind, userId: visitor.userId };

/** A call without a session: the product itself acts on the provider's notification. */
const callOf = (visitor: Visitor | null, requestId: string): PaymentCall => ({
  actor: visitor ? { kind: visitor.kind, id: visitor.userId } : { kind: 'system', id: 'payments' },
  requestId,
});

/** Without an invoice of the provider, our own receipt page describes the purchase. */
const receiptPage = (publicOrigin: string, { paymentId }: Intent): string =>
  `${publicOrigin}/payment/receipt/${paymentId}`;

const receiptBody = (
  { intent, status, code }: NonNullable<Awaited<ReturnType<Payments['receiptOf']>>>,
  supplier: SiteConfig['supplier'],
) => ({
  payment_id: intent.paymentId,
  status,
  amount: intent.cents / 100,
  created_at: intent.createdAt.toISOString(),
  paid_at: intent.paidAt?.toISOString() ?? null,
  payer: { name: intent.claimedName, email: intent.claimedEmail },
  supplier,
  pix:
    status === 'PENDING' && intent.copyPaste !== null
      ? { copy_paste: intent.copyPaste, expires_at: codeExpiresAt(intent).toISOString() }
      : null,
  receipt_code: code,
});
