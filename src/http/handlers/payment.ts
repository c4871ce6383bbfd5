import type { RequestContext } from '#app/new-events.ts';
import type { Accounts } from '#app/accounts.ts';
import type { Payments } from '#payments/use-cases/payments.ts';
import { TERMS } from '#contract/terms.ts';
import type { AccessLog } from '#access-log/access-log.ts';
import { type PaymentIntent, type PaymentVisitor, codeExpiresAt, newBuyerToken } from '#payments/intent.ts';
import { ProviderError, type Simulate } from '#payments/provider.ts';
import type { Sessions } from '#identity/sessions.ts';
import type { SessionUser } from '#queries/visitor.ts';
import type { SiteConfig } from '#config/site-config.ts';
import type { Context } from 'koa';
import type { BuyerCookie } from '../buyer-cookie.ts';
import { clientAddress } from '../visit-tracker.ts';
import type { Handlers } from '../mount.ts';
import { receiptCodeProblem } from '../payment-problems.ts';
import { idempotencyKey } from '../preconditions.ts';
import { Problem, problems } from '../problem.ts';
import type { SessionCookies } from '../session-cookies.ts';
import { verificationBody } from './verification-body.ts';

export interface PaymentHandlerPorts {
  readonly payments: Payments;
  /** Tells whether the provider needs a CPF or CNPJ for a charge. */
  readonly needsTaxId: boolean;
  /** Simulates events of a charge; undefined where money is real. */
  readonly simulate: Simulate | undefined;
  /** Wakes the worker, so that a stored notification is handled now. */
  readonly wakePaymentWorker: () => void;
  readonly sessions: Pick<Sessions, 'start'>;
  readonly cookies: Pick<SessionCookies, 'session'>;
  readonly buyerCookie: BuyerCookie;
  readonly seller: SiteConfig['seller'];
  readonly publicOrigin: string;
  readonly accessLog: Pick<AccessLog, 'recordSessionStart'>;
  readonly accounts: Pick<Accounts, 'acceptTerms'>;
  /** Tells whether the visitor is an administrator who gave the password. */
  readonly isAdministrator: (visitor: SessionUser | null) => boolean;
}

/**
 * Handlers for buying access. The use cases decide who holds a payment; the handlers deal with cookies, sentences and
 * JSON.
 */
export const paymentHandlers = (ports: PaymentHandlerPorts) => ({
  ...buyingHandlers(ports),
  ...claimingHandlers(ports),
  ...providerHandlers(ports),
});

function buyingHandlers(ports: PaymentHandlerPorts): Pick<Handlers, 'createPayment' | 'paymentStatus' | 'receipt'> {
  const { payments, needsTaxId, seller, publicOrigin, accounts, buyerCookie } = ports;

  return {
    async createPayment({ body, visitor, requestId, ctx }) {
      const { name, email, tax_id: taxId } = body;
      if (needsTaxId && taxId === undefined)
        throw problems.invalid({ tax_id: 'Digite seu CPF ou CNPJ: o banco pede para gerar o PIX.' });
      idempotencyKey(ctx); // Only its form is checked: what continues an open payment is the cookie or the session.
      if (visitor) await accounts.acceptTerms(visitor.userId, TERMS.version, contextOf(visitor, requestId));
      const token = newBuyerToken();
      const buyer = paymentVisitorOf(ctx, visitor, buyerCookie);
      const intent = await payments.beginPayment({
        buyer,
        payer: { name, email, taxId },
        newBuyerTokenHash: token.hash,
        // The cookie is set even where making the charge fails: the next attempt of this browser continues the same
        // payment.
        onIntent({ buyerTokenHash }) {
          if (buyerTokenHash === token.hash) buyerCookie.write(ctx, token);
          else if (buyerTokenHash !== buyer.buyerTokenHash) buyerCookie.clear(ctx);
        },
      });
      return {
        body: {
          payment_id: intent.paymentId,
          pix_qr_code: intent.qrPng ?? '',
          pix_copy_paste: intent.copyPaste ?? '',
          invoice_url: intent.invoiceUrl ?? receiptPage(publicOrigin, intent),
          amount: intent.priceCents / 100,
          expires_at: codeExpiresAt(intent).toISOString(),
        },
      };
    },

    async paymentStatus({ params: { paymentId }, query, visitor, requestId, ctx }) {
      const paymentVisitor = paymentVisitorOf(ctx, visitor, buyerCookie);
      const context = contextOf(visitor, requestId);
      const { status } = payments;
      const result =
        query.check === 'now'
          ? await status.refresh(paymentId, paymentVisitor, context)
          : await status.read(paymentId, paymentVisitor, context);
      if (!result) {
        await buyerCookie.clearIfInvalid(ctx);
        throw problems.notFound();
      }
      const { guestIdToSignIn: userId } = result;
      if (userId !== null) await startGuestSession(ports, { userId, ctx, requestId });
      else if (result.heldBy === 'you') await buyerCookie.invalidate(ctx, paymentId);
      return { body: { status: result.status, access_granted: result.accessGranted, held_by: result.heldBy } };
    },

    async receipt({ params: { paymentId }, visitor, ctx }) {
      const receipt = await payments.findReceipt(paymentId, paymentVisitorOf(ctx, visitor, buyerCookie));
      if (!receipt) {
        await buyerCookie.clearIfInvalid(ctx);
        throw problems.notFound();
      }
      return { body: receiptBody(receipt, seller) };
    },
  };
}

/**
 * Signs the buyer's browser in as the guest of the payment; a buyer has accepted the terms beside the button. The
 * buyer's cookie is removed; its token stays valid until the session has been seen, in case this response is lost.
 */
async function startGuestSession(
  { accounts, cookies, sessions, buyerCookie, accessLog }: PaymentHandlerPorts,
  { userId, ctx, requestId }: { readonly userId: string; readonly ctx: Context; readonly requestId: string },
): Promise<void> {
  await accounts.acceptTerms(userId, TERMS.version, { actor: { kind: 'guest', id: userId }, requestId });
  cookies.session.write(ctx, await sessions.start({ userId, kind: 'guest' }));
  buyerCookie.clear(ctx);
  accessLog.recordSessionStart(userId, clientAddress(ctx));
}

function claimingHandlers({
  payments,
  cookies,
  buyerCookie,
}: PaymentHandlerPorts): Pick<Handlers, 'verifyAccess' | 'redeemReceipt' | 'answerTransfer'> {
  return {
    async verifyAccess({ visitor, requestId }) {
      const user = userOf(visitor);
      if (!visitor || !user) throw problems.notSignedIn();
      const verifiedEmail = visitor.emailVerified ? visitor.email : null;
      return {
        body: verificationBody(await payments.verifyAccess({ user, verifiedEmail }, contextOf(visitor, requestId))),
      };
    },

    async redeemReceipt({ body, visitor, requestId }) {
      const user = userOf(visitor);
      if (!user) throw problems.notSignedIn();
      if (user.kind === 'guest')
        throw new Problem(409, 'guest', 'Entre com sua conta Google para usar o código do recibo.');
      const outcome = await payments.redeem(body.code, user.userId, contextOf(visitor, requestId));
      if (outcome !== 'granted') throw receiptCodeProblem(outcome);
      return { body: { message: 'Código aceito: seu acesso está liberado.', access_granted: true } };
    },

    async answerTransfer({ params: { paymentId }, body: { answer }, visitor, requestId, ctx }) {
      if (visitor?.kind !== 'guest') throw problems.notFound();
      const isAgreed = answer === 'agree';
      const decision = { guestId: visitor.userId, paymentId, isAgreed };
      if (!(await payments.transfers.answer(decision, contextOf(visitor, requestId)))) throw problems.notFound();
      if (isAgreed) {
        cookies.session.clear(ctx);
        await buyerCookie.invalidate(ctx, paymentId);
      }
      return { body: { moved: isAgreed } };
    },
  };
}

function providerHandlers({
  payments,
  simulate,
  wakePaymentWorker,
  buyerCookie,
  isAdministrator,
}: PaymentHandlerPorts): Pick<Handlers, 'paymentWebhook' | 'simulatePayment'> {
  return {
    async paymentWebhook({ notification }) {
      if (notification) {
        await payments.notifications.receive(notification);
        wakePaymentWorker();
      }
      return { body: { received: true } };
    },

    async simulatePayment({ params: { paymentId }, body: { outcome }, visitor, ctx }) {
      const mayView =
        isAdministrator(visitor) ||
        (await payments.findReceipt(paymentId, paymentVisitorOf(ctx, visitor, buyerCookie))) !== null;
      if (!simulate || !mayView) throw problems.notFound();
      await simulate(paymentId, outcome).catch((error: unknown) => {
        if (error instanceof ProviderError && error.kind === 'not_found') throw problems.notFound();
        if (error instanceof ProviderError && error.kind === 'rejected')
          throw new Problem(409, 'impossible_now', 'Isto não pode acontecer com este pagamento agora.');
        throw error;
      });
      return { body: { simulated: outcome } };
    },
  };
}

const paymentVisitorOf = (ctx: Context, visitor: SessionUser | null, buyerCookie: BuyerCookie): PaymentVisitor => ({
  buyerTokenHash: buyerCookie.tokenHash(ctx),
  user: userOf(visitor),
});

const userOf = (visitor: SessionUser | null): PaymentVisitor['user'] =>
  visitor && { kind: visitor.kind, userId: visitor.userId };

/** The context of a use case. Without a session the product itself acts. */
const contextOf = (visitor: SessionUser | null, requestId: string): RequestContext => ({
  actor: visitor ? { kind: visitor.kind, id: visitor.userId } : { kind: 'system', id: 'payments' },
  requestId,
});

/** The address of our own receipt page, for a provider without invoices. */
const receiptPage = (publicOrigin: string, { paymentId }: PaymentIntent): string =>
  `${publicOrigin}/payment/receipt/${paymentId}`;

const receiptBody = (
  { intent, status, code }: NonNullable<Awaited<ReturnType<Payments['findReceipt']>>>,
  seller: SiteConfig['seller'],
) => ({
  payment_id: intent.paymentId,
  status,
  amount: intent.priceCents / 100,
  created_at: intent.createdAt.toISOString(),
  paid_at: intent.paidAt?.toISOString() ?? null,
  payer: { name: intent.enteredName, email: intent.enteredEmail },
  supplier: seller,
  pix:
    status === 'PENDING' && intent.copyPaste !== null
      ? { copy_paste: intent.copyPaste, expires_at: codeExpiresAt(intent).toISOString() }
      : null,
  receipt_code: code,
});
