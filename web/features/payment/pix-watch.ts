import { makeAutoObservable, runInAction } from 'mobx';
import type * as v from 'valibot';
import type { PaymentStatusReply } from '#contract/payment.ts';
import type { AccountClient } from '#web/api/client.ts';
import { ApiProblem } from '#web/api/failures.ts';

/** The state of a payment, as the server answers it. */
export type PaymentState = v.InferOutput<typeof PaymentStatusReply>;

const POLL_MS = 5_000;

/** The part of `Document` that reports the page's visibility. */
type VisibilitySource = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;

interface PixWatchOptions {
  readonly api: AccountClient;
  readonly paymentId: string;
  readonly page: VisibilitySource;
  readonly onConfirmed: () => void;
}

/** The state of a charge: requested every five seconds while the page is visible, and on request. */
export class PixWatch {
  state: PaymentState['status'] = 'PENDING';
  /** The result of the last check on request. */
  notice: string | undefined = undefined;
  isChecking = false;
  /** Tells whether the last request failed, so that the current state is unknown. */
  hasLostConnection = false;

  readonly #options: PixWatchOptions;
  #timer: ReturnType<typeof setInterval> | undefined;
  #pendingPoll: Promise<void> | undefined;
  #isConfirmed = false;

  constructor(options: PixWatchOptions) {
    this.#options = options;
    makeAutoObservable(this, {}, { autoBind: true });
  }

  /** Requests the state at once, then periodically. @returns a function that stops it */
  start(): () => void {
    const { page } = this.#options;
    const restartPolling = () => {
      clearInterval(this.#timer);
      if (page.visibilityState === 'hidden') return;
      this.#timer = setInterval(() => void this.#poll(), POLL_MS);
      void this.#poll();
    };
    page.addEventListener('visibilitychange', restartPolling);
    restartPolling();
    return () => {
      page.removeEventListener('visibilitychange', restartPolling);
      clearInterval(this.#timer);
    };
  }

  /** Checks on request: the server may ask the payment provider, and the result is shown. */
  async check(): Promise<void> {
    if (this.isChecking) return;
    this.isChecking = true;
    this.notice = undefined; // Removing the text first makes screen readers announce the same text again.
    try {
      const state = await this.#requestStatus({ check: 'now' });
      runInAction(() => (this.notice = this.#isConfirmed ? undefined : statusSentence(state)));
    } catch (error) {
      runInAction(() => (this.notice = failureText(error)));
    } finally {
      runInAction(() => (this.isChecking = false));
    }
  }

  /** Polls once at a time, however slow the answers are; the poll after a failed one tries again. */
  #poll(): Promise<void> {
    this.#pendingPoll ??= this.#requestStatus({})
      .then(
        () => undefined,
        () => undefined,
      )
      .finally(() => {
        this.#pendingPoll = undefined;
      });
    return this.#pendingPoll;
  }

  async #requestStatus(query: { readonly check?: 'now' }): Promise<PaymentState> {
    const { api, paymentId, onConfirmed } = this.#options;
    const state = await api.call('paymentStatus', { params: { paymentId }, query }).catch((error: unknown) => {
      runInAction(() => (this.hasLostConnection = true));
      throw error;
    });
    runInAction(() => {
      this.state = state.status;
      this.hasLostConnection = false;
    });
    if (isConfirmed(state) && !this.#isConfirmed) {
      this.#isConfirmed = true;
      onConfirmed();
    }
    return state;
  }
}

/** Statuses of a received payment. Our server says CONFIRMED only; RECEIVED is the provider's other word for it. */
const PAID_STATUSES: ReadonlySet<string> = new Set(['RECEIVED', 'CONFIRMED']);
/** Tells whether the payment has arrived and gives access. */
export const isConfirmed = ({ status, access_granted: hasAccess }: PaymentState): boolean =>
  hasAccess || PAID_STATUSES.has(status);

function statusSentence({ status }: PaymentState): string {
  switch (status) {
    case 'PENDING':
      return 'O banco ainda não avisou do seu Pix. Costuma levar segundos: continuamos verificando sozinhos.';
    case 'OVERDUE':
      return 'Este código venceu sem pagamento. Gere outro para pagar.';
    case 'REFUNDED':
      return 'Este pagamento foi devolvido. Para ter o acesso, faça outro.';
    case 'REFUSED_AMOUNT':
      return 'Recebemos um valor menor que o do acesso. Fale com o suporte para resolver.';
    case 'CONFIRMED':
      return 'Pagamento recebido.';
    default:
      return status satisfies never;
  }
}

function failureText(error: unknown): string {
  if (!(error instanceof ApiProblem)) return 'Erro ao verificar pagamento';
  if (error.status === 404) return 'Não encontramos este pagamento neste navegador. Volte e gere um código novo.';
  return `Erro ao verificar pagamento: ${error.detail}`;
}
