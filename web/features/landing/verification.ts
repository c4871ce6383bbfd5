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
    if (this.#session.user === null) {
      this.message = NOT_SIGNED_IN;
      return;
    }
    this.isBusy = true;
    try {
      const { message, access_granted: granted } = await this.#api.call('verifyAccess', {});
      runInAction(() => (this.message = message));
      if (granted) setTimeout(() => void this.#session.fetchUser(), REFETCH_AFTER_MS);
    } catch (error) {
      runInAction(() => (this.message = failureOf(error)));
    } finally {
      runInAction(() => (this.isBusy = false));
    }
  }
}

const NOT_SIGNED_IN = 'Você precisa fazer login primeiro';

function failureOf(error: unknown): string {
  if (!(error instanceof ApiProblem)) return 'Erro ao verificar pagamento';
  return error.status === 401 ? NOT_SIGNED_IN : `Erro ao verificar pagamento: ${error.detail}`;
}
