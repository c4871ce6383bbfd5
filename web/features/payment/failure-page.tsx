import { Link } from 'wouter';
import { ActionLink } from '#web/ui/action.tsx';
import { useTitle } from '#web/ui/page-title.tsx';
import { CheckoutFrame } from './checkout-frame.tsx';

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
