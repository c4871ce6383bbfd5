import type { Accounts } from '#app/accounts.ts';
import type { Payments } from '#payments/use-cases/payments.ts';
import type { PaymentCall } from '#payments/use-cases/ports.ts';
import type { Viewer } from '#payments/use-cases/viewer.ts';
import { TERMS } from '#contract/terms.ts';
import type { AccessLog } from '#access-log/access-log.ts';
import { type BuyerTokens, isBuyerToken } from '#payments/buyer-tokens.ts';
import type { Intent } from '#payments/intent.ts';
import { ProviderError, type Simulate } from '#payments/port.ts';
import type { Sessions } from '#identity/sessions.ts';
import type { Visitor } from '#queries/visitor.ts';
import type { SiteConfig } from '#config/site-config.ts';
import type { Context } from 'koa';
import { clientAddress } from '../client-address.ts';
import type { Handlers } from '../mount.ts';
import { problemOfCode } from '../payment-problems.ts';
import { idempotencyKey } from '../preconditions.ts';
import { Problem, problems } from '../problem.ts';
import type { SessionCookies } from '../session-cookies.ts';
import { verifiedSentence } from './verified-sentence.ts';

export interface PaymentHandlerPorts {
  readonly payments: Payments;
  readonly buyerTokens: BuyerTokens;
  /** The provider makes no charge without a CPF or CNPJ. */
  readonly needsTaxId: boolean;
  /** Only with the sandbox. */
  readonly simulate: Simulate | undefined;
  /** A notice has come: look into it now. */
  readonly wake: () => void;
  readonly sessions: Pick<Sessions, 'start'>;
  readonly cookies: SessionCookies;
  readonly supplier: SiteConfig['supplier'];
  readonly publicOrigin: string;
  readonly accessLog: Pick<AccessLog, 'sessionStarted'>;
  readonly accounts: Pick<Accounts, 'acceptTerms'>;
}

type PaymentHandlers = Pick<
  Handlers,
  | 'createPayment'
  | 'paymentStatus'
  | 'receipt'
  | 'verifyAccess'
  | 'redeemReceipt'
  | 'paymentWebhook'
  | 'simulatePayment'
>;

/** Buying the access. Whose a payment is, is decided behind: here are cookies, words and shapes. */
export function paymentHandlers(ports: PaymentHandlerPorts): PaymentHandlers {
  const { payments, buyerTokens, needsTaxId, simulate, wake, sessions, cookies, supplier, publicOrigin } = ports;
  const { accessLog, accounts } = ports;

  const tokenOf = (ctx: Context): string | undefined => {
    const token = cookies.buyer.read(ctx);
    return isBuyerToken(token) ? token : undefined;
  };

  function viewerOf(ctx: Context, visitor: Visitor | null): Viewer {
    const token = tokenOf(ctx);
    return { buyerHash: token === undefined ? null : buyerTokens.hashOf(token), user: userOf(visitor) };
  }

  /** The buyer's browser is its guest's from now on; whoever buys has accepted the terms that stand beside the button. */
  async function seat(userId: string, ctx: Context, requestId: string): Promise<void> {
    await accounts.acceptTerms(userId, TERMS.version, { actor: { kind: 'guest', id: userId }, requestId });
    cookies.session.write(ctx, await sessions.start({ userId, kind: 'guest' }));
    accessLog.sessionStarted(userId, clientAddress(ctx));
  }

  return {
    async createPayment({ body, visitor, requestId, ctx }) {
      const { name, email, tax_id: taxId } = body;
      if (needsTaxId && taxId === undefined)
        throw problems.invalid({ tax_id: 'Digite seu CPF ou CNPJ: o banco pede para gerar o PIX.' });
      const key = idempotencyKey(ctx);
      const request = key === undefined ? undefined : { key, words: JSON.stringify([name, email, taxId ?? null]) };
      if (visitor) await accounts.acceptTerms(visitor.userId, TERMS.version, callOf(visitor, requestId));
      const token = tokenOf(ctx) ?? buyerTokens.tokenFor(request);
      // Even where this fails: the next try of this browser goes on with the payment that was begun.
      cookies.buyer.write(ctx, token);
      const intent = await payments.begin({
        buyer: { hash: buyerTokens.hashOf(token), user: userOf(visitor) },
        payer: { name, email, taxId },
        keyHash: request ? buyerTokens.hashOf(JSON.stringify(request)) : null,
      });
      return {
        body: {
          payment_id: intent.paymentId,
          pix_qr_code: intent.qrPng ?? '',
          pix_copy_paste: intent.copyPaste ?? '',
          invoice_url: intent.invoiceUrl ?? receiptPage(publicOrigin, intent),
          amount: intent.cents / 100,
          expires_at: intent.expiresAt?.toISOString() ?? null,
        },
      };
    },

    async paymentStatus({ params: { paymentId }, query, visitor, requestId, ctx }) {
      const viewer = viewerOf(ctx, visitor);
      const call = callOf(visitor, requestId);
      const { status } = payments;
      const seen =
        query.check === 'now'
          ? await status.askedNow(paymentId, viewer, call)
          : await status.of(paymentId, viewer, call);
      if (!seen) throw problems.unknown();
      const { guestToSeat: userId } = seen;
      if (userId !== null) await seat(userId, ctx, requestId);
      return { body: { status: seen.status, access_granted: seen.accessGranted, held_by: seen.heldBy } };
    },

    async receipt({ params: { paymentId }, visitor, ctx }) {
      const receipt = await payments.receiptOf(paymentId, viewerOf(ctx, visitor));
      if (!receipt) throw problems.unknown();
      const { intent, status, code } = receipt;
      return {
        body: {
          payment_id: intent.paymentId,
          status,
          amount: intent.cents / 100,
          created_at: intent.createdAt.toISOString(),
          paid_at: intent.paidAt?.toISOString() ?? null,
          payer: { name: intent.claimedName, email: intent.claimedEmail },
          supplier,
          receipt_code: code,
        },
      };
    },

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

    async paymentWebhook({ notice }) {
      if (notice) {
        await payments.notices.receive(notice);
        wake();
      }
      return { body: { received: true } };
    },

    async simulatePayment({ params: { paymentId }, body: { outcome } }) {
      if (!simulate) throw problems.unknown();
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

const userOf = (visitor: Visitor | null): Viewer['user'] => visitor && { kind: visitor.kind, userId: visitor.userId };

/** Nobody's session: the product itself acts on what the provider said. */
const callOf = (visitor: Visitor | null, requestId: string): PaymentCall => ({
  actor: visitor ? { kind: visitor.kind, id: visitor.userId } : { kind: 'system', id: 'payments' },
  requestId,
});

/** Where there is no invoice of the provider's, our own receipt says what was bought. */
const receiptPage = (publicOrigin: string, { paymentId }: Intent): string =>
  `${publicOrigin}/payment/receipt/${paymentId}`;
