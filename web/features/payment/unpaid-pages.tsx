import { useState } from 'react';
import { Link } from 'wouter';
import { ActionLink } from '#web/ui/action.tsx';
import { useTitle } from '#web/ui/page-title.tsx';
import { CheckoutFrame } from './checkout-frame.tsx';
import { storedPayment } from './stored-payment.ts';

/** /payment/pending: the payment is not confirmed yet, and the answer comes by e-mail. */
export function PendingPage() {
  useTitle('Pagamento Pendente');
  const [hasCharge] = useState(() => storedPayment.charge() !== undefined);
  return (
    <CheckoutFrame
      title="Pagamento Pendente"
      lead="Ainda não recebemos o aviso do seu banco. Assim que o pagamento for confirmado, enviaremos um e-mail com o seu recibo e o código do acesso."
    >
      <p className="soft">
        Um Pix costuma chegar em segundos. De madrugada ou em valores maiores, o banco pode levar mais tempo para
        liberar.
      </p>
      <div className="flex wrap gap-8 across-20">
        <ActionLink to="/">Voltar ao início</ActionLink>
        {hasCharge && (
          <ActionLink tone="plain" to="/payment/pix">
            Ver o código Pix
          </ActionLink>
        )}
      </div>
    </CheckoutFrame>
  );
}

/**
 * /payment/failure: the failure, with a link to start again. No page of ours leads here; the specification names the
 * address, for links from outside.
 */
export function FailurePage() {
  useTitle('Pagamento Não Concluído');
  return (
    <CheckoutFrame
      title="Pagamento Não Concluído"
      lead="O pagamento não foi até o fim e nada ficou reservado. Você pode tentar de novo quando quiser."
    >
      <p className="soft">
        O dinheiro já saiu da sua conta? Então <Link to="/contact">fale com o suporte</Link> com o comprovante em mãos:
        a gente encontra o pagamento.
      </p>
      <div className="flex wrap gap-8 across-20">
        <ActionLink to="/">Tentar novamente</ActionLink>
      </div>
    </CheckoutFrame>
  );
}
