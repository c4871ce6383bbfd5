import { makeAutoObservable, runInAction } from 'mobx';
import type * as v from 'valibot';
import type { PaymentStatusReply } from '#contract/payment.ts';
import type { AccountClient } from '#web/api/client.ts';
import { ApiProblem } from '#web/api/failures.ts';

export type PaymentState = v.InferOutput<typeof PaymentStatusReply>;

const POLL_MS = 5_000;

/** The part of the document that says whether anybody looks. */
type Visible = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;

interface PixWatchOptions {
  readonly api: AccountClient;
  readonly paymentId: string;
  readonly page: Visible;
  readonly onGranted: () => void;
}

/** What became of a charge: asked every five seconds while somebody looks, and when they say that they have paid. */
export class PixWatch {
  state: PaymentState['status'] = 'PENDING';
  /** What the last check by hand said. */
  notice: string | undefined = undefined;
  isChecking = false;
  /** The last question got no answer: what has become of the charge since is not known. */
  isOutOfTouch = false;

  readonly #options: PixWatchOptions;
  #timer: ReturnType<typeof setInterval> | undefined;
  #polling: Promise<void> | undefined;
  #isGranted = false;

  constructor(options: PixWatchOptions) {
    this.#options = options;
    makeAutoObservable(this, {}, { autoBind: true });
  }

  /** Asks at once, then by the clock. @returns what stops it */
  watch(): () => void {
    const { page } = this.#options;
    const follow = () => {
      clearInterval(this.#timer);
      if (page.visibilityState === 'hidden') return;
      this.#timer = setInterval(() => void this.#poll(), POLL_MS);
      void this.#poll();
    };
    page.addEventListener('visibilitychange', follow);
    follow();
    return () => {
      page.removeEventListener('visibilitychange', follow);
      clearInterval(this.#timer);
    };
  }

  /** By hand: the server may ask the payment provider, and the answer is said. */
  async check(): Promise<void> {
    if (this.isChecking) return;
    this.isChecking = true;
    this.notice = undefined; // said again, it is announced again
    try {
      const state = await this.#ask({ check: 'now' });
      runInAction(() => (this.notice = this.#isGranted ? undefined : sentenceOf(state)));
    } catch (error) {
      runInAction(() => (this.notice = failureOf(error)));
    } finally {
      runInAction(() => (this.isChecking = false));
    }
  }

  /** A poll that fails is followed by the next one. One at a time, however slow the answers are. */
  #poll(): Promise<void> {
    this.#polling ??= this.#ask({})
      .then(
        () => undefined,
        () => undefined,
      )
      .finally(() => {
        this.#polling = undefined;
      });
    return this.#polling;
  }

  async #ask(query: { readonly check?: 'now' }): Promise<PaymentState> {
    const { api, paymentId, onGranted } = this.#options;
    const state = await api.call('paymentStatus', { params: { paymentId }, query }).catch((error: unknown) => {
      runInAction(() => (this.isOutOfTouch = true));
      throw error;
    });
    runInAction(() => {
      this.state = state.status;
      this.isOutOfTouch = false;
    });
    if (isGranted(state) && !this.#isGranted) {
      this.#isGranted = true;
      onGranted();
    }
    return state;
  }
}

/** Both words of the specification for money that has arrived. */
const PAID: ReadonlySet<string> = new Set(['RECEIVED', 'CONFIRMED']);
export const isGranted = ({ status, access_granted: granted }: PaymentState): boolean => granted || PAID.has(status);

function sentenceOf({ status }: PaymentState): string {
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

function failureOf(error: unknown): string {
  if (!(error instanceof ApiProblem)) return 'Erro ao verificar pagamento';
  if (error.status === 404) return 'Não encontramos este pagamento neste navegador. Volte e gere um código novo.';
  return `Erro ao verificar pagamento: ${error.detail}`;
}
