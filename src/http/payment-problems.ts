import type { RedeemResult } from '#payments/use-cases/redeem.ts';
import type { ProviderError } from '#payments/provider.ts';
import { Problem, problems } from './problem.ts';

/** A failure of the payment provider in words for the person who wants to pay. */
export function providerProblem({ kind, retryAfterSeconds }: ProviderError): Problem {
  if (kind === 'rejected')
    return new Problem(
      422,
      'payment_rejected',
      'O provedor de pagamento não aceitou estes dados. Confira o que você preencheu e tente de novo.',
    );
  return new Problem(
    503,
    'provider_away',
    'Não foi possível falar com o provedor de pagamento agora. Tente de novo em instantes.',
    { headers: { 'Retry-After': String(retryAfterSeconds ?? 5) } },
  );
}

/**
 * The problem of a receipt code that grants nothing. Screens colour it by its words, so it contains no granting word.
 */
export function receiptCodeProblem(refusal: Exclude<RedeemResult, 'granted'>): Problem {
  switch (refusal) {
    case 'code_unknown':
      return problems.invalid({ code: 'Não conhecemos este código. Confira as letras e os números do recibo.' });
    case 'code_used':
      return new Problem(409, refusal, 'Este código já foi usado.');
    case 'held':
      return new Problem(409, refusal, 'O acesso deste pagamento já está em outra conta.');
    case 'reversed':
      return new Problem(409, 'taken_back', 'Este pagamento foi devolvido e não dá mais acesso.');
    case 'underpaid':
      return new Problem(
        409,
        'too_little',
        'O valor pago foi menor que o preço do acesso. Fale com o suporte para resolver.',
      );
    case 'revoked':
      return new Problem(409, refusal, 'A administração retirou o acesso deste pagamento. Fale com o suporte.');
    default:
      return refusal satisfies never;
  }
}
