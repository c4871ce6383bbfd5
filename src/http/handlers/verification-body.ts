import type { AccessVerification } from '#payments/use-cases/verify-access.ts';

/**
 * The response body for "Verificar Meu Pagamento". Screens colour it by its words: only granting answers contain
 * 'liberado' or 'confirmado'.
 */
export function verificationBody(verification: AccessVerification): {
  readonly message: string;
  readonly access_granted: boolean;
} {
  if (typeof verification === 'object')
    return denied(
      `Quem pagou está usando este acesso em outro navegador, e pedimos a resposta lá. Se ninguém recusar até ${dayOf(verification.answerDeadline)}, toque de novo em “Verificar Meu Pagamento” depois desse dia e ele passa para esta conta. Com o código do recibo, passa agora.`,
    );
  switch (verification) {
    case 'had_access':
      return { message: 'Seu acesso já está liberado.', access_granted: true };
    case 'granted':
      return { message: 'Pagamento confirmado: seu acesso está liberado!', access_granted: true };
    case 'waiting':
      return denied(
        'Seu pagamento ainda não chegou até nós. Se você acabou de pagar, espere um minuto e tente de novo.',
      );
    case 'underpaid':
      return denied('O valor pago foi menor que o preço do acesso. Fale com o suporte para resolver.');
    case 'reversed':
      return denied('Seu pagamento foi devolvido e não dá mais acesso.');
    case 'revoked':
      return denied('A administração retirou o acesso deste pagamento. Fale com o suporte.');
    case 'declined':
      return denied(
        'Quem pagou disse, no navegador do pagamento, que este acesso não é seu. Se foi engano, use o código que está no recibo.',
      );
    case 'nothing_found':
      return denied(
        'Não encontramos um pagamento desta conta. Se você pagou com outro e-mail, use o código que está no recibo.',
      );
    default:
      return verification satisfies never;
  }
}

/** The day in São Paulo: '30/11/2026'. */
const dayOf = (instant: string): string =>
  new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo' }).format(new Date(instant));

const denied = (message: string) => ({ message, access_granted: false });
