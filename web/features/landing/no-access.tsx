import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { browserAccountClient } from '#web/api/browser-account-client.ts';
import { useAuth } from '#web/stores/auth.tsx';
import type { LocalMarkers } from '#web/stores/local-markers.ts';
import { useSite } from '#web/stores/site.tsx';
import { ActionButton, ActionLink } from '#web/ui/action.tsx';
import { SignOut } from '../guest/sign-out.tsx';
import styles from './action-block.module.css';
import { Verification } from './verification.ts';

/** Somebody who came back from signing in to pay is taken on to paying. */
const PAYMENT_AFTER_MS = 500;

const TONES = { green: 'on-basil-tint', yellow: 'on-honey-tint' } as const;

/** Signed in, and nothing bought yet, or not found yet. */
export const NoAccess = observer(function NoAccess({
  name,
  markers,
}: {
  readonly name: string;
  readonly markers: LocalMarkers;
}) {
  const { shortPrice } = useSite();
  const session = useAuth();
  const [, navigate] = useLocation();
  const [wasPaying] = useState(() => markers.takePendingPayment());
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
