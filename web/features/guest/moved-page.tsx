import { useState } from 'react';
import { useSession } from '#web/stores/root-store.tsx';
import { ActionLink } from '#web/ui/action.tsx';
import { PlainPage } from '#web/ui/plain-page.tsx';
import { useTitle } from '#web/ui/page-title.tsx';
import { storedPayment } from '../payment/stored-payment.ts';
import { SignOut } from './sign-out.tsx';
import { SignInButton } from '../login/sign-in-button.tsx';

/**
 * A page for a guest whose payment no longer gives access here: it was moved to an account or refunded. The session no
 * longer has its payment, so the receipt is that of the payment that this window has stored.
 */
export function MovedPage() {
  useTitle('Acesso em outro lugar');
  const { user } = useSession();
  const [paymentId] = useState(() => storedPayment.confirmedPaymentId());
  return (
    <PlainPage title="Seu acesso não está mais neste navegador">
      <p>
        Ele foi levado para uma conta, com o código do recibo ou pelo e-mail da compra, ou o pagamento foi devolvido. O
        que você lançou continua guardado.
      </p>
      <SignInButton returnTo="/dashboard">Entrar com Google</SignInButton>
      {paymentId !== undefined && (
        <ActionLink tone="plain" to={`/payment/receipt/${paymentId}`}>
          Ver o recibo
        </ActionLink>
      )}
      <p>
        Ainda tem o código do recibo? Entre com o Google e use o código em <strong>Minha conta</strong>.
      </p>
      <p>O pagamento foi devolvido e você mudou de ideia? Comprando de novo aqui, continua de onde parou.</p>
      <ActionLink tone="plain" to="/payment/direct">
        Comprar de novo
      </ActionLink>
      <p>Não foi você? Fale com a gente antes de sair.</p>
      <ActionLink tone="plain" to="/contact">
        Falar com o suporte
      </ActionLink>
      {user !== null && <SignOut />}
    </PlainPage>
  );
}
