import { generatePixPayload } from '@brazilian-utils/brazilian-utils/generate-pix-payload';
import { isValidCnpj } from '@brazilian-utils/brazilian-utils/is-valid-cnpj';
import { isValidCpf } from '@brazilian-utils/brazilian-utils/is-valid-cpf';

/** The contents of the account and its operations: Asaas without HTTP. Money is in reais, as in Asaas. */

export interface Customer {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly cpfCnpj: string | null;
}

export interface StaticCode {
  readonly id: string;
  readonly addressKey: string;
  readonly value: number;
  readonly description: string;
  readonly expirationSeconds: number;
  readonly allowsMultiplePayments: boolean;
  readonly externalReference: string | null;
  readonly payload: string;
}

export interface Payment {
  readonly id: string;
  readonly customer: string;
  readonly value: number;
  readonly dueDate: string;
  readonly description: string | null;
  readonly externalReference: string | null;
  readonly pixQrCodeId: string | null;
  readonly payload: string;
  status: string;
  deleted: boolean;
  readonly refunds: { value: number; status: string; description: string | null }[];
}

/** A refusal with one of Asaas's codes; its description may repeat the input, as in Asaas. */
export class AsaasRefusal extends Error {
  readonly code: string;
  constructor(code: string, description: string) {
    super(description);
    this.code = code;
  }
}

const isMoney = (value: unknown): value is number =>
  typeof value === 'number' && value > 0 && Math.abs(value * 100 - Math.round(value * 100)) < 1e-9;
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const MERCHANT = { merchantName: 'Cantina do Código', merchantCity: 'Recife' };

export interface AccountOptions {
  readonly pixKey: string;
  /** A callback for each event of a payment. */
  readonly announce: (event: string, payment: Payment) => void;
}

export function createAccount({ pixKey, announce }: AccountOptions) {
  const customers = new Map<string, Customer>();
  const codes = new Map<string, StaticCode>();
  /** The payments, oldest first. */
  const payments: Payment[] = [];
  const settings = {
    balance: 1_000_000,
    /** Payments through a static code carry the code's reference. */
    carriesReference: true,
    /** Customers pay a charge only once, unless a test simulates this fault. */
    paysTwice: false,
  };
  let count = 0;
  const next = (): string => String(++count).padStart(12, '0');

  function codeFor(
    parts: { key: string; amount: number; description: string; txid: string } | { url: string },
  ): string {
    const payload = generatePixPayload({ ...MERCHANT, ...parts });
    if (payload === null) throw new AsaasRefusal('invalid_object', 'no PIX code can be made of this');
    return payload;
  }

  function addPayment(parts: Omit<Payment, 'id' | 'deleted' | 'refunds'>): Payment {
    const made: Payment = { ...parts, id: `pay_${next()}`, deleted: false, refunds: [] };
    payments.push(made);
    return made;
  }

  function payment(id: string): Payment | undefined {
    return payments.find((each) => each.id === id);
  }

  function move(each: Payment, status: string, event: string): Payment {
    each.status = status;
    announce(event, each);
    return each;
  }

  return {
    settings,
    payments: payments as readonly Payment[],
    codes: codes as ReadonlyMap<string, StaticCode>,
    customers: customers as ReadonlyMap<string, Customer>,
    payment,

    createCustomer({ name, email, cpfCnpj }: Record<string, unknown>): Customer {
      if (!textOf(name)) throw new AsaasRefusal('invalid_name', 'O nome deve ser informado.');
      const document = textOf(cpfCnpj);
      if (document !== null && !isValidCpf(document) && !isValidCnpj(document))
        throw new AsaasRefusal('invalid_cpfCnpj', `O CPF/CNPJ ${document} de ${String(name)} é inválido.`);
      const made = { id: `cus_${next()}`, name: String(name), email: String(email), cpfCnpj: document };
      customers.set(made.id, made);
      return made;
    },

    createPayment(body: Record<string, unknown>): Payment {
      const { customer, billingType, value, dueDate } = body;
      const payer = customers.get(String(customer));
      if (!payer) throw new AsaasRefusal('invalid_customer', 'Customer inválido ou não informado.');
      if (billingType !== 'PIX') throw new AsaasRefusal('invalid_billingType', 'A forma de pagamento é inválida.');
      if (!isMoney(value)) throw new AsaasRefusal('invalid_value', 'O valor da cobrança deve ser informado.');
      if (!/^\d{4}-\d\d-\d\d$/.test(String(dueDate)))
        throw new AsaasRefusal('invalid_dueDate', 'O campo dueDate deve ser informado');
      if (payer.cpfCnpj === null)
        throw new AsaasRefusal(
          'invalid_customer.cpfCnpj',
          `Para criar esta cobrança é necessário preencher o CPF ou CNPJ do cliente ${payer.name}, ${payer.email}.`,
        );
      const place = `pix.example.com/qr/v2/${next()}`;
      const made = addPayment({
        customer: payer.id,
        value,
        dueDate: String(dueDate),
        description: textOf(body['description']),
        externalReference: textOf(body['externalReference']),
        pixQrCodeId: null,
        payload: codeFor({ url: place }),
        status: 'PENDING',
      });
      announce('PAYMENT_CREATED', made);
      return made;
    },

    createStaticCode(body: Record<string, unknown>): StaticCode {
      const { addressKey, value, expirationSeconds, allowsMultiplePayments } = body;
      if (addressKey !== pixKey)
        throw new AsaasRefusal('invalid_addressKey', `A chave ${String(addressKey)} não foi encontrada.`);
      if (!isMoney(value)) throw new AsaasRefusal('invalid_value', 'O valor informado é inválido.');
      const description = textOf(body['description']) ?? '';
      if (description.length > 37) throw new AsaasRefusal('invalid_description', 'A descrição é longa demais.');
      const id = `CANTINA${next()}ASA`;
      const made: StaticCode = {
        id,
        addressKey: pixKey,
        value,
        description,
        expirationSeconds: Number(expirationSeconds),
        allowsMultiplePayments: allowsMultiplePayments !== false,
        externalReference: textOf(body['externalReference']),
        payload: codeFor({ key: pixKey, amount: value, description, txid: id }),
      };
      codes.set(made.id, made);
      return made;
    },

    refund(id: string, { value, description }: Record<string, unknown>): Payment {
      const known = payment(id);
      if (!known) throw new AsaasRefusal('not_found', '');
      const given = known.refunds.reduce((sum, refund) => sum + refund.value, 0);
      const wanted = value === undefined ? known.value : value;
      if (!['RECEIVED', 'CONFIRMED'].includes(known.status))
        throw new AsaasRefusal('invalid_action', 'Não é possível estornar esta cobrança.');
      if (!isMoney(wanted) || Math.round((given + wanted) * 100) > Math.round(known.value * 100))
        throw new AsaasRefusal('invalid_value', 'O valor do estorno é maior que o valor da cobrança.');
      if (wanted > settings.balance)
        throw new AsaasRefusal('invalid_action', `Saldo insuficiente: R$ ${settings.balance}.`);
      settings.balance -= wanted;
      known.refunds.push({ value: wanted, status: 'DONE', description: textOf(description) });
      const isWhole = Math.round((given + wanted) * 100) === Math.round(known.value * 100);
      return isWhole
        ? move(known, 'REFUNDED', 'PAYMENT_REFUNDED')
        : move(known, known.status, 'PAYMENT_PARTIALLY_REFUNDED');
    },

    /**
     * Pays a copied code.
     * @returns the payment
     */
    pay(copyPaste: string, reais?: number): Payment {
      const due = payments.find((each) => each.payload === copyPaste && each.pixQrCodeId === null && !each.deleted);
      if (due) return move(due, 'RECEIVED', 'PAYMENT_RECEIVED');
      const code = [...codes.values()].find((each) => each.payload === copyPaste);
      if (!code) throw new Error('nothing is to be paid by this code');
      return this.payStaticCode(code.id, reais);
    },

    payStaticCode(codeId: string, reais?: number): Payment {
      const code = codes.get(codeId);
      if (!code) throw new Error('no such code');
      const isPaid = payments.some((each) => each.pixQrCodeId === code.id);
      if (isPaid && !code.allowsMultiplePayments && !settings.paysTwice) throw new Error('this code was paid already');
      const made = addPayment({
        customer: `cus_${next()}`,
        value: reais ?? code.value,
        dueDate: '2026-11-21',
        description: code.description,
        externalReference: settings.carriesReference ? code.externalReference : null,
        pixQrCodeId: code.id,
        payload: code.payload,
        status: 'PENDING',
      });
      announce('PAYMENT_CREATED', made);
      return move(made, 'RECEIVED', 'PAYMENT_RECEIVED');
    },

    letExpire: (id: string): Payment => move(existing(id), 'OVERDUE', 'PAYMENT_OVERDUE'),
    chargeBack: (id: string): Payment => move(existing(id), 'CHARGEBACK_REQUESTED', 'PAYMENT_CHARGEBACK_REQUESTED'),

    remove(id: string): Payment {
      const known = existing(id);
      if (known.status !== 'PENDING' && known.status !== 'OVERDUE')
        throw new AsaasRefusal('invalid_action', 'Somente é possível remover cobranças pendentes ou vencidas.');
      known.deleted = true;
      announce('PAYMENT_DELETED', known);
      return known;
    },
  };

  function existing(id: string): Payment {
    const known = payment(id);
    if (!known) throw new Error('no such payment');
    return known;
  }
}

export type Account = ReturnType<typeof createAccount>;
