import type { Verified } from '#payments/use-cases/verify-access.ts';

/**
 * The answer to "Verificar Meu Pagamento". Screens colour it by its words: only what grants says 'liberado' or
 * 'confirmado'.
 */
export function verifiedSentence(verified: Verified): { readonly message: string; readonly access_granted: boolean } {
  switch (verified) {
    case 'had_access':
      return { message: 'Seu acesso já está liberado.', access_granted: true };
    case 'granted':
      return { message: 'Pagamento confirmado: seu acesso está liberado!', access_granted: true };
    case 'waiting':
      return refused(
        'Seu pagamento ainda não chegou até nós. Se você acabou de pagar, espere um minuto e tente de novo.',
      );
    case 'too_little':
      return refused('O valor pago foi menor que o preço do acesso. Fale com o suporte para resolver.');
    case 'taken_back':
      return refused('Seu pagamento foi devolvido e não dá mais acesso.');
    case 'nothing_found':
      return refused(
        'Não encontramos um pagamento desta conta. Se você pagou com outro e-mail, use o código que está no recibo.',
      );
    default:
      return verified satisfies never;
  }
}

const refused = (message: string) => ({ message, access_granted: false });
