import type { AccountEvent } from '#domain/account/account.ts';

/** What happened to an account, in one plain sentence. */
export function accountSentence(event: AccountEvent): string {
  switch (event.type) {
    case 'AccountRegistered':
      return 'A conta foi criada.';
    case 'SignedIn':
      return 'Você entrou na conta.';
    case 'AccessSourceAdded':
      return event.data.source.kind === 'payment'
        ? 'O acesso foi liberado por um pagamento.'
        : 'O acesso foi liberado pela administração.';
    case 'AccessSourceRemoved':
      return 'Um acesso foi retirado.';
    case 'TermsAccepted':
      return `Você aceitou os termos de uso na versão ${event.data.to}.`;
    case 'GuestJoined':
      return 'O que foi usado sem conta neste navegador veio para a conta.';
    case 'GuestBecameAccount':
      return 'O que foi usado sem conta passou para uma conta.';
    case 'BusinessChosen':
      return 'Você escolheu qual negócio o painel mostra.';
    case 'UserErased':
      return 'A conta foi excluída.';
    case 'ErasureCompleted':
      return 'Os dados da conta foram apagados.';
    default:
      return event satisfies never;
  }
}
