import type { AccessSource, AccountEvent } from '#domain/account/account.ts';
import type { AdminEvent, PersonalDataKind } from '#domain/admin/admin.ts';
import type { BusinessEvent } from '#domain/business/events.ts';
import { count, quantity, unitPrice } from '#domain/format.ts';
import type { GrantEvent } from '#domain/grant/grant.ts';
import type { ClaimedVia, PaymentEvent } from '#domain/payment/payment.ts';
import { monthName } from './month-names.ts';

/** Everything that can have happened, in plain Portuguese: who did what to what, from what to what. */

export type AnyEvent = BusinessEvent | AccountEvent | PaymentEvent | GrantEvent | AdminEvent;

export interface SentenceNames {
  /** Whoever did it: 'Dona Marta', 'o sistema'. */
  readonly who: string;
  /** Another account in the sentence, by its id. */
  readonly nameOf: (userId: string) => string;
}

/** 'Dona Marta mudou o preço de “Muçarela” de R$ 38,90 para R$ 42,90 por kg.' */
export const sentenceOf = (event: AnyEvent, names: SentenceNames): string =>
  `${names.who} ${predicateOf(event, names)}.`;

/** The same of an event whose content has been erased: what kind it was is all that is left. */
export const erasedSentence = ({ who }: Pick<SentenceNames, 'who'>): string =>
  `${who} fez uma mudança cujo conteúdo foi excluído a pedido da pessoa.`;

function predicateOf(event: AnyEvent, names: SentenceNames): string {
  switch (event.type) {
    case 'BusinessOpened':
      return 'abriu o negócio';
    case 'BusinessOwnerChanged':
      return `passou o negócio de ${names.nameOf(event.data.from)} para ${names.nameOf(event.data.to)}`;
    case 'BusinessErased':
      return 'excluiu o negócio e tudo o que havia nele';
    case 'FixedCostAdded':
      return `cadastrou o custo fixo ${quoted(event)}, de ${money(event.data.value)}`;
    case 'FixedCostRenamed':
      return renamed('o custo fixo', event.data);
    case 'FixedCostAmountChanged':
      return `mudou o custo fixo ${quoted(event)} ${fromTo(event.data, money)}`;
    case 'FixedCostRemoved':
      return `excluiu o custo fixo ${quoted(event)}, de ${money(event.data.value)}`;
    case 'FixedCostRestored':
      return `trouxe de volta o custo fixo ${quoted(event)}, de ${money(event.data.value)}`;
    case 'VariableCostAdded':
      return `cadastrou o custo variável ${quoted(event)}, de ${percentage(event.data.percentage)}`;
    case 'VariableCostRenamed':
      return renamed('o custo variável', event.data);
    case 'VariableCostRateChanged':
      return `mudou o custo variável ${quoted(event)} ${fromTo(event.data, percentage)}`;
    case 'VariableCostRemoved':
      return `excluiu o custo variável ${quoted(event)}, de ${percentage(event.data.percentage)}`;
    case 'VariableCostRestored':
      return `trouxe de volta o custo variável ${quoted(event)}, de ${percentage(event.data.percentage)}`;
    case 'MonthRevenueRecorded': {
      const { month, from, to } = event.data;
      const now = `${money(to.value)} em ${counted(to.orders, 'pedido', 'pedidos')}`;
      const before = from ? `; antes eram ${money(from.value)} em ${count(from.orders)}` : '';
      return `informou o faturamento de ${monthName(month)}: ${now}${before}`;
    }
    case 'MonthRevenueCleared': {
      const { month, value, orders } = event.data;
      const was = `${money(value)} em ${counted(orders, 'pedido', 'pedidos')}`;
      return `retirou o faturamento de ${monthName(month)}, onde havia ${was}`;
    }
    case 'AverageTicketStated': {
      const { from, to } = event.data;
      return from === null
        ? `informou o ticket médio de ${money(to)}`
        : `mudou o ticket médio ${fromTo({ from, to }, money)}`;
    }
    case 'AverageTicketWithdrawn':
      return `retirou o ticket médio de ${money(event.data.ticket)}`;
    case 'IngredientAdded':
      return `cadastrou o insumo ${quoted(event)}, a ${unitPrice(event.data.unitPrice)} por ${event.data.unit}`;
    case 'IngredientRenamed':
      return renamed('o insumo', event.data);
    case 'IngredientUnitChanged':
      return `mudou a unidade de ${quoted(event)} de ${event.data.from} para ${event.data.to}`;
    case 'IngredientRepriced':
      return `mudou o preço de ${quoted(event)} ${fromTo(event.data, unitPrice)} por ${event.data.unit}`;
    case 'IngredientRemoved':
      return `excluiu o insumo ${quoted(event)}, de ${unitPrice(event.data.unitPrice)} por ${event.data.unit}`;
    case 'IngredientRestored':
      return `trouxe de volta o insumo ${quoted(event)}, a ${unitPrice(event.data.unitPrice)} por ${event.data.unit}`;
    case 'DishAdded':
      return `criou o prato ${quoted(event)}${event.data.salePrice > 0 ? `, a ${money(event.data.salePrice)}` : ''}`;
    case 'DishRenamed':
      return renamed('o prato', event.data);
    case 'DishPriced':
      return event.data.from === 0
        ? `definiu o preço de venda de ${quoted(event)}: ${money(event.data.to)}`
        : `mudou o preço de venda de ${quoted(event)} ${fromTo(event.data, money)}`;
    case 'DishRemoved':
      return `excluiu o prato ${quoted(event)}, com ${counted(event.data.lines.length, 'insumo', 'insumos')}`;
    case 'DishRestored':
      return `trouxe de volta o prato ${quoted(event)}, com ${counted(event.data.lines.length, 'insumo', 'insumos')}`;
    case 'DishIngredientAdded':
      return `pôs ${lineOf(event)}: ${quantity(event.data.quantity)}`;
    case 'DishIngredientQuantityChanged':
      return `mudou a quantidade de ${lineOf(event)} ${fromTo(event.data, quantity)}`;
    case 'DishIngredientRemoved':
      return `tirou ${lineOf(event, 'de')}, onde havia ${quantity(event.data.quantity)}`;
    case 'DishIngredientRestored':
      return `pôs de volta ${lineOf(event)}: ${quantity(event.data.quantity)}`;
    case 'AccountRegistered':
      return 'criou a conta';
    case 'SignedIn':
      return 'entrou';
    case 'AccessSourceAdded':
      return `liberou o acesso por ${sourceOf(event.data.source)}`;
    case 'AccessSourceRemoved':
      return `retirou o acesso que vinha de ${sourceOf(event.data.source)} (${WHY_REMOVED[event.data.reason] ?? event.data.reason})`;
    case 'TermsAccepted':
      return `aceitou os termos de uso na versão de ${dayOf(event.data.to)}`;
    case 'GuestJoined':
      return `juntou à conta o que usava sem conta (${names.nameOf(event.data.guestId)})`;
    case 'GuestBecameAccount':
      return `passou o que usava sem conta para ${names.nameOf(event.data.userId)}`;
    case 'BusinessChosen':
      return 'passou a usar outro negócio da conta';
    case 'UserErased':
      return 'pediu a exclusão da conta e de todos os dados';
    case 'ErasureCompleted':
      return 'concluiu a exclusão da conta e de todos os dados';
    case 'PaymentConfirmed':
      return `confirmou o pagamento de ${cents(event.data.cents)} pelo provedor ${event.data.provider}`;
    case 'PaymentAmountRefused':
      return `recusou um pagamento de ${cents(event.data.cents)}: o preço era ${cents(event.data.price)}`;
    case 'PaymentClaimed': {
      const { from, to, via } = event.data;
      const before = from ? `, que era de ${names.nameOf(from.userId)}` : '';
      return `passou o pagamento para ${names.nameOf(to.userId)}${before}, ${VIA[via]}`;
    }
    case 'PaymentTransferRequested': {
      const { guestId, until } = event.data;
      return `pediu o pagamento que está com ${names.nameOf(guestId)}, pelo e-mail verificado; resposta até ${dayAt(until)}`;
    }
    case 'PaymentTransferDeclined':
      return `recusou passar o pagamento para ${names.nameOf(event.data.userId)}`;
    case 'PaymentRefunded':
      return `devolveu ${cents(event.data.cents)} do pagamento`;
    case 'PaymentChargedBack':
      return `registrou a contestação do pagamento de ${cents(event.data.cents)}`;
    case 'GrantGiven':
      return `concedeu acesso a um e-mail${because(event.data.reason)}`;
    case 'GrantTakenUp':
      return `entregou o acesso concedido a ${names.nameOf(event.data.userId)}`;
    case 'GrantRevoked': {
      const { userId, reason } = event.data;
      return `revogou o acesso concedido${userId === null ? '' : ` a ${names.nameOf(userId)}`}${because(reason)}`;
    }
    case 'AdminPasswordGiven':
      return 'entrou na administração com a senha';
    case 'AdminPasswordRefused':
      return 'errou a senha da administração';
    case 'AdminAccessDenied': {
      const { call, count: times } = event.data;
      return `tentou usar ${call} sem permissão${times === 1 ? '' : `, ${count(times)} vezes em um minuto`}`;
    }
    case 'PaymentsVerified': {
      const { checked, granted, failed } = event.data;
      const failures = failed === 0 ? '' : `, com ${count(failed)} sem resposta`;
      return `verificou ${counted(checked, 'pagamento', 'pagamentos')} e liberou ${count(granted)}${failures}`;
    }
    case 'AccessRevoked':
      return `revogou todo o acesso de ${names.nameOf(event.data.userId)}${because(event.data.reason)}`;
    case 'RefundRequested':
      return `pediu a devolução do pagamento${because(event.data.reason)}`;
    case 'SessionsEnded':
      return `encerrou ${counted(event.data.sessions, 'sessão', 'sessões')} de ${names.nameOf(event.data.userId)}`;
    case 'PersonalDataRead': {
      const { what, userId } = event.data;
      return `consultou ${READ[what]}${userId === null ? '' : ` de ${names.nameOf(userId)}`}`;
    }
    default:
      return event satisfies never;
  }
}

const VIA: Readonly<Record<ClaimedVia, string>> = {
  session: 'que estava na conta ao pagar',
  browser: 'no navegador que pagou',
  verified_email: 'pelo e-mail verificado',
  receipt_code: 'pelo código do recibo',
  joining: 'ao entrar com a conta',
};

const READ: Readonly<Record<PersonalDataKind, string>> = {
  users: 'a lista de pessoas',
  person: 'os dados',
  waiting_grants: 'as concessões à espera',
  audit: 'a trilha de auditoria',
  audit_export: 'a trilha de auditoria em arquivo',
};

/** Why access ended, as `AccessSourceRemoved` has it. */
const WHY_REMOVED: Readonly<Record<string, string>> = {
  revoked: 'revogado pela administração',
  refunded: 'pagamento devolvido',
  charged_back: 'pagamento contestado',
  claimed_by_another: 'pagamento passado para outra conta',
};

/** '2026-11-30T02:00:00.000Z' → '29/11/2026', as São Paulo has it. */
const dayAt = (instant: string): string =>
  new Date(instant).toLocaleDateString('pt-BR', { timeZone: 'America/Sao_Paulo' });

/** A version of the terms is the day from which it holds: '2026-11-21' → '21/11/2026'. */
const dayOf = (version: string): string => version.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3/$2/$1');

const quoted = ({ data }: { readonly data: { readonly name: string } }): string => `“${data.name}”`;

const renamed = (what: string, { from, to }: { readonly from: string; readonly to: string }): string =>
  `mudou o nome d${what} “${from}” para “${to}”`;

const fromTo = (
  { from, to }: { readonly from: number; readonly to: number },
  format: (value: number) => string,
): string => `de ${format(from)} para ${format(to)}`;

const lineOf = (
  { data }: { readonly data: { readonly dishName: string; readonly ingredientName: string } },
  preposition: 'em' | 'de' = 'em',
): string => `“${data.ingredientName}” ${preposition} “${data.dishName}”`;

const sourceOf = ({ kind, id }: AccessSource): string =>
  `${kind === 'payment' ? 'pagamento' : 'concessão'} ${id.slice(0, 8)}`;

const counted = (n: number, one: string, many: string): string => `${count(n)} ${n === 1 ? one : many}`;

/** To the last decimal: what changed by less than a cent must not read as if it had stayed. */
const money = unitPrice;
const percentage = (units: number): string => `${quantity(units)}%`;

/** Cents as money: 1000 is R$ 10,00. */
const cents = (value: number): string => money(value * 100);

/** The sentence ends behind it, and with one full stop. */
function because(reason: string | null): string {
  const given = (reason ?? '').trim().replace(/\.+$/, '');
  return given === '' ? '' : `: ${given}`;
}
