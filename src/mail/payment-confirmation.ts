import { SCALE } from '#domain/decimal.ts';
import { priceTag } from '#domain/format.ts';
import type { SiteConfig } from '#config/site-config.ts';
import { v5 as uuidFrom } from 'uuid';
import { renderHtml, renderText, type MessagePart } from './message-parts.ts';
import type { Message } from './port.ts';

/** The contents of the message about a confirmed payment. */
export interface ConfirmedPayment {
  readonly paymentId: string;
  readonly name: string;
  readonly email: string;
  readonly cents: number;
  readonly paidAt: Date;
  /** The receipt's code; null once it is used, or can move nothing more. */
  readonly receiptCode: string | null;
}

export interface ShopDetails extends Pick<SiteConfig, 'seller' | 'support'> {
  /** The address of the product without a trailing slash. */
  readonly publicOrigin: string;
}

/**
 * The namespace of message ids: the same payment always gives the same one, and it does not reveal the payment's id.
 */
const NAMESPACE = '9a1f7b1e-5c0e-5c39-8d6e-1f2f0f5a6b42';

/** The first part of the message's id. */
export const confirmationId = (paymentId: string): string => uuidFrom(`payment confirmed ${paymentId}`, NAMESPACE);

/**
 * Confirmation and receipt of the purchase, as required by Decreto 7.962/2013: the goods, the seller, the contact, and
 * the right to withdraw within seven days (CDC art. 49).
 */
export function paymentConfirmation(payment: ConfirmedPayment, shop: ShopDetails): Message {
  const { paymentId, name, email } = payment;
  const parts = partsOf(payment, shop);
  const subject = 'Pagamento confirmado: seu acesso ao Prumo';
  return {
    id: `${confirmationId(paymentId)}@${new URL(shop.publicOrigin).hostname}`,
    paymentId,
    to: { name, address: email },
    subject,
    text: renderText(parts),
    html: renderHtml(subject, parts),
  };
}

function partsOf(payment: ConfirmedPayment, { seller, support, publicOrigin }: ShopDetails): readonly MessagePart[] {
  const { paymentId, name, cents, paidAt, receiptCode } = payment;
  const amount = priceTagOfCents(cents);
  return [
    { paragraph: `Olá, ${name}!` },
    { paragraph: `Recebemos seu Pix de ${amount}. Seu acesso ao Prumo está pronto, e não há mais nada a pagar.` },
    { link: 'Abrir o Prumo', to: `${publicOrigin}/login` },
    { heading: 'Recibo' },
    {
      rows: [
        ['O que foi comprado', 'Acesso ao Prumo, sem mensalidade e sem prazo'],
        ['Valor', amount],
        ['Pago em', formatDateTime(paidAt)],
        ['Pagamento', paymentId],
        ['Quem vende', seller.name],
        ['CNPJ', seller.cnpj],
        ['Endereço', seller.address],
      ],
    },
    { link: 'Ver o recibo', to: `${publicOrigin}/payment/receipt/${paymentId}` },
    ...codeParts(receiptCode, publicOrigin),
    { heading: 'Se mudar de ideia' },
    {
      paragraph:
        'Você pode desistir da compra em até 7 dias depois do pagamento, sem dizer o motivo (artigo 49 do Código de Defesa do Consumidor). É só escrever para o suporte, logo abaixo: devolvemos o valor inteiro.',
    },
    { heading: 'Precisa de ajuda?' },
    {
      paragraph: `Escreva para ${support.email} ou chame no WhatsApp ${formatPhone(support.whatsapp)}, de segunda a sexta, das 9h às 18h.`,
    },
  ];
}

function codeParts(code: string | null, publicOrigin: string): readonly MessagePart[] {
  if (code === null) return [];
  return [
    { heading: 'Código do recibo' },
    { code },
    {
      paragraph:
        'Pagou em um aparelho e quer usar em outro? Entre com sua conta Google em “Minha conta” e digite este código em “Usar código do recibo”. Ele funciona uma vez só: não o mostre a ninguém.',
    },
    { link: 'Usar o código em Minha conta', to: `${publicOrigin}/account` },
  ];
}

/** A price as people write it: 4990 → 'R$49,90'. */
const priceTagOfCents = (cents: number): string => priceTag(Math.round((cents / 100) * SCALE));

/** A phone number as people write it: 5511912345678 → '+55 11 91234-5678'. */
const formatPhone = (digits: string): string =>
  `+${digits.slice(0, 2)} ${digits.slice(2, 4)} ${digits.slice(4, -4)}-${digits.slice(-4)}`;

/** An instant in São Paulo time: '21/11/2026, 14:05'. */
const formatDateTime = (instant: Date): string =>
  new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short', timeZone: 'America/Sao_Paulo' }).format(
    instant,
  );
