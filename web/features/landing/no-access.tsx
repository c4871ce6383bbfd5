import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { browserAccountClient } from '#web/api/account-client.ts';
import { useSession } from '#web/stores/root-store.tsx';
import type { LocalMarkers } from '#web/stores/local-markers.ts';
import { useSite } from '#web/stores/site.tsx';
import { ActionButton, ActionLink } from '#web/ui/action.tsx';
import { SignOut } from '../guest/sign-out.tsx';
import styles from './landing-page.module.css';
import { makeAutoObservable, runInAction } from 'mobx';
import type { AccountClient } from '#web/api/client.ts';
import { ApiProblem } from '#web/api/failures.ts';
import type { SessionStore } from '#web/stores/session-store.ts';

/** Milliseconds to read the good news before the page changes. */
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

  /** Green if access is granted, else yellow; decided by the server's words, as specified. */
  get tone(): 'green' | 'yellow' {
    const { message = '' } = this;
    return message.includes('liberado') || message.includes('confirmado') ? 'green' : 'yellow';
  }

  async verify(): Promise<void> {
    if (this.isBusy) return;
    this.message = undefined; // Removing the text first makes screen readers announce the same text again.
    this.isBusy = true;
    try {
      const { message, access_granted: hasAccess } = await this.#api.call('verifyAccess', {});
      runInAction(() => (this.message = message));
      if (hasAccess) setTimeout(() => void this.#session.fetchUser(), REFETCH_AFTER_MS);
    } catch (error) {
      // The session has ended: the first page asks the visitor to sign in and says why.
      if (error instanceof ApiProblem && error.status === 401) this.#session.expire();
      else runInAction(() => (this.message = failureOf(error)));
    } finally {
      runInAction(() => (this.isBusy = false));
    }
  }
}

const failureOf = (error: unknown): string =>
  error instanceof ApiProblem ? `Erro ao verificar pagamento: ${error.detail}` : 'Erro ao verificar pagamento';

/** Milliseconds before a person who signed in to pay is taken to the payment. */
const PAYMENT_AFTER_MS = 500;

const TONES = { green: 'on-basil-tint', yellow: 'on-honey-tint' } as const;

/** A signed-in person without access: nothing is bought yet, or the payment is not found yet. */
export const NoAccess = observer(function NoAccess({
  name,
  markers,
}: {
  readonly name: string;
  readonly markers: LocalMarkers;
}) {
  const { shortPrice } = useSite();
  const session = useSession();
  const [, navigate] = useLocation();
  const [wasPaying] = useState(() => markers.takeSigningInToPay());
  const [verification] = useState(() => new Verification(browserAccountClient(), session));
  useEffect(() => {
    if (!wasPaying) return undefined;
    const timer = setTimeout(() => navigate('/payment/direct'), PAYMENT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [wasPaying, navigate]);
  return (
    <>
      <p className={`${styles['message']} weight-520`} role="status">
        {name === '' ? 'Olá!' : `Olá, ${name}!`} Sua conta ainda não tem acesso. Adquira o acesso para usar o painel.
      </p>
      <ActionLink to="/payment/direct">Quero meu acesso por {shortPrice} via Pix</ActionLink>
      {verification.message !== undefined && (
        <p
          className={`${styles['message']} wide pad-block-12 pad-inline-16 rounded-small ${TONES[verification.tone]}`}
          role="alert"
        >
          {verification.message}
        </p>
      )}
      <div className="flex wrap gap-12 across-20">
        <ActionButton
          tone="quiet"
          busy={verification.isBusy}
          busyLabel="Verificando…"
          onClick={() => void verification.verify()}
        >
          Verificar Meu Pagamento
        </ActionButton>
        <SignOut />
        <ActionLink tone="plain" to="/account">
          Tenho o código do recibo
        </ActionLink>
      </div>
    </>
  );
});
