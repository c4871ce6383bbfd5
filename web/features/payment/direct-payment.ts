import { makeAutoObservable, runInAction } from 'mobx';
import { readName } from '#domain/names.ts';
import type { AccountClient } from '#web/api/client.ts';
import { ApiProblem } from '#web/api/failures.ts';
import type { KeptPayment } from './kept-payment.ts';

interface DirectPaymentOptions {
  readonly api: AccountClient;
  readonly kept: KeptPayment;
  readonly needsTaxId: boolean;
  readonly newKey?: () => string;
}

type FieldName = 'name' | 'email' | 'tax_id';

/**
 * The form that asks for a charge. What is typed stays, whatever happens; the document stays in this page only. One thing
 * is said at a time: what is wrong with the first field that is wrong, or a sentence about none of them.
 */
export class DirectPayment {
  texts: Readonly<Record<FieldName, string>>;
  errors: Readonly<Partial<Record<FieldName, string>>> = {};
  /** A sentence about none of the fields. */
  problem: string | undefined = undefined;
  isBusy = false;

  readonly #options: Required<DirectPaymentOptions>;
  /** One charge for one form: the key stays while what is sent stays the same. */
  #sent: { readonly body: string; readonly key: string } | undefined;

  constructor(options: DirectPaymentOptions) {
    this.#options = { newKey: () => crypto.randomUUID(), ...options };
    this.texts = { name: '', email: '', tax_id: '', ...options.kept.payer() };
    makeAutoObservable(this, {}, { autoBind: true });
  }

  /** What is known of the person goes into fields that nobody has filled. */
  suggest({ name, email }: { readonly name: string; readonly email: string }): void {
    this.texts = { ...this.texts, name: this.texts.name || name, email: this.texts.email || email };
  }

  type(field: FieldName, text: string): void {
    this.texts = { ...this.texts, [field]: text };
    this.errors = { ...this.errors, [field]: undefined };
    this.problem = undefined;
    const { name, email } = this.texts;
    this.#options.kept.keepPayer({ name, email });
  }

  /**
   * Asks for the charge, once at a time.
   * @param looksLikeEmail the browser's own opinion of the e-mail field
   * @returns whether there is a charge to pay now
   */
  async submit(looksLikeEmail: boolean): Promise<boolean> {
    if (this.isBusy || !this.#isComplete(looksLikeEmail)) return false;
    this.isBusy = true;
    try {
      return await this.#create();
    } catch (error) {
      runInAction(() => this.#fail(error));
      return false;
    } finally {
      runInAction(() => (this.isBusy = false));
    }
  }

  #isComplete(looksLikeEmail: boolean): boolean {
    this.problem = undefined;
    this.errors = this.#firstError(looksLikeEmail);
    return Object.keys(this.errors).length === 0;
  }

  #firstError(looksLikeEmail: boolean): DirectPayment['errors'] {
    const empty = this.#asked.find((field) => this.texts[field].trim() === '');
    if (empty !== undefined) return { [empty]: 'Por favor, preencha todos os campos' };
    const reading = readName(this.texts.name);
    if (!reading.ok) return { name: reading.sentence };
    return looksLikeEmail ? {} : { email: 'Confira o e-mail: ele parece incompleto.' };
  }

  /** In the order of the form. */
  get #asked(): readonly FieldName[] {
    return this.#options.needsTaxId ? ['name', 'email', 'tax_id'] : ['name', 'email'];
  }

  async #create(): Promise<boolean> {
    const { api, kept, needsTaxId } = this.#options;
    const { name, email, tax_id: taxId } = this.texts;
    const body = { name: name.trim(), email: email.trim(), ...(needsTaxId ? { tax_id: taxId.trim() } : {}) };
    const charge = await api.call('createPayment', { body, idempotencyKey: this.#keyOf(JSON.stringify(body)) });
    // Another shop's answer, or a proxy's: without these two there is nothing to pay.
    if (!charge?.payment_id || !charge.pix_copy_paste) {
      runInAction(() => {
        this.problem = 'Erro: Não foi possível gerar os dados de pagamento. Tente novamente.';
      });
      return false;
    }
    kept.keepCharge(charge);
    return true;
  }

  #keyOf(body: string): string {
    if (this.#sent?.body !== body) this.#sent = { body, key: this.#options.newKey() };
    return this.#sent.key;
  }

  #fail(error: unknown): void {
    if (!(error instanceof ApiProblem)) {
      this.problem = 'Erro ao processar pagamento. Verifique sua conexão e tente novamente.';
      return;
    }
    const { fields, detail } = error;
    const wrong = this.#asked.find((field) => fields[field] !== undefined);
    if (wrong === undefined) this.problem = `Erro ao criar pagamento: ${detail}`;
    else this.errors = { [wrong]: `Erro ao criar pagamento: ${fields[wrong]}` };
  }
}
