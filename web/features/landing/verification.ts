import { makeAutoObservable, runInAction } from 'mobx';
import type { AccountClient } from '#web/api/client.ts';
import { ApiProblem } from '#web/api/failures.ts';
import type { SessionStore } from '#web/stores/session-store.ts';

/** Time to read the good news before the page becomes another. */
const REFETCH_AFTER_MS = 1_000;

/** 'Verificar Meu Pagamento': asks the server to look for a payment of this account. */
export class Verification {
  message: string | undefined = undefined;
  isBusy = false;
  readonly #api: AccountClient;
  readonly #session: SessionStore;

  constructor(api: AccountClient, session: SessionStore) {
    this.#api = api;
    this.#session = session;
    makeAutoObservable(this, {}, { autoBind: true });
  }

  /** Green for what grants, yellow for all else: by its words, as the screens do. */
  get tone(): 'green' | 'yellow' {
    const { message = '' } = this;
    return message.includes('liberado') || message.includes('confirmado') ? 'green' : 'yellow';
  }

  async verify(): Promise<void> {
    if (this.isBusy) return;
    this.message = undefined; // said again, it is announced again
    this.isBusy = true;
    try {
      const { message, access_granted: granted } = await this.#api.call('verifyAccess', {});
      runInAction(() => (this.message = message));
      if (granted) setTimeout(() => void this.#session.fetchUser(), REFETCH_AFTER_MS);
    } catch (error) {
      // Nobody is greeted any more: the first page asks for signing in, and says so.
      if (error instanceof ApiProblem && error.status === 401) this.#session.expire();
      else runInAction(() => (this.message = failureOf(error)));
    } finally {
      runInAction(() => (this.isBusy = false));
    }
  }
}

const failureOf = (error: unknown): string =>
  error instanceof ApiProblem ? `Erro ao verificar pagamento: ${error.detail}` : 'Erro ao verificar pagamento';
