import { makeAutoObservable, runInAction } from 'mobx';
import { readName } from '#domain/names.ts';
import type { AccountClient } from '#web/api/client.ts';
import { ApiProblem } from '#web/api/failures.ts';
import type { StoredPayment } from './stored-payment.ts';

interface PixCheckoutOptions {
  readonly api: AccountClient;
  readonly storage: StoredPayment;
  readonly needsTaxId: boolean;
  readonly newKey?: () => string;
}

type FieldName = 'name' | 'email' | 'tax_id';

/**
 * The form that requests a charge. Its texts stay after a failure; the tax id is never stored. It shows one problem at
 * a time: that of the first wrong field, or a sentence about the form.
 */
export class PixCheckout {
  texts: Readonly<Record<FieldName, string>>;
  errors: Readonly<Partial<Record<FieldName, string>>> = {};
  /** A sentence about the form as a whole. */
  problem: string | undefined = undefined;
  isBusy = false;

  readonly #options: Required<PixCheckoutOptions>;
  /**
   * The last request and its key, which stays while the request stays equal. The server checks only the form of the
   * key: what continues an open payment is the buyer's cookie or the session.
   */
  #lastRequest: { readonly body: string; readonly key: string } | undefined;

  constructor(options: PixCheckoutOptions) {
    this.#options = { newKey: () => crypto.randomUUID(), ...options };
    this.texts = { name: '', email: '', tax_id: '', ...options.storage.payer() };
    makeAutoObservable(this, {}, { autoBind: true });
  }

  /** Fills empty fields with the data of the signed-in person. */
  fillEmptyFields({ name, email }: { readonly name: string; readonly email: string }): void {
    this.texts = { ...this.texts, name: this.texts.name || name, email: this.texts.email || email };
  }

  setText(field: FieldName, text: string): void {
    this.texts = { ...this.texts, [field]: text };
    this.errors = { ...this.errors, [field]: undefined };
    this.problem = undefined;
    const { name, email } = this.texts;
    this.#options.storage.savePayer({ name, email });
  }

  /**
   * Requests the charge, once at a time.
   * @param looksLikeEmail the browser's own validation of the e-mail field
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

  #firstError(looksLikeEmail: boolean): PixCheckout['errors'] {
    const emptyField = this.#fieldNames.find((field) => this.texts[field].trim() === '');
    if (emptyField !== undefined) return { [emptyField]: 'Por favor, preencha todos os campos' };
    const reading = readName(this.texts.name);
    if (!reading.ok) return { name: reading.sentence };
    return looksLikeEmail ? {} : { email: 'Confira o e-mail: ele parece incompleto.' };
  }

  /** The fields in the order of the form. */
  get #fieldNames(): readonly FieldName[] {
    return this.#options.needsTaxId ? ['name', 'email', 'tax_id'] : ['name', 'email'];
  }

  async #create(): Promise<boolean> {
    const { api, storage, needsTaxId } = this.#options;
    const { name, email, tax_id: taxId } = this.texts;
    const body = { name: name.trim(), email: email.trim(), ...(needsTaxId ? { tax_id: taxId.trim() } : {}) };
    const charge = await api.call('createPayment', {
      body,
      idempotencyKey: this.#idempotencyKey(JSON.stringify(body)),
    });
    // An answer of another server or a proxy lacks these two, without which nothing can be paid.
    if (!charge?.payment_id || !charge.pix_copy_paste) {
      runInAction(() => {
        this.problem = 'Erro: Não foi possível gerar os dados de pagamento. Tente novamente.';
      });
      return false;
    }
    storage.saveCharge(charge);
    return true;
  }

  #idempotencyKey(body: string): string {
    if (this.#lastRequest?.body !== body) this.#lastRequest = { body, key: this.#options.newKey() };
    return this.#lastRequest.key;
  }

  #fail(error: unknown): void {
    if (!(error instanceof ApiProblem)) {
      this.problem = 'Erro ao processar pagamento. Verifique sua conexão e tente novamente.';
      return;
    }
    const { fields, detail } = error;
    const invalidField = this.#fieldNames.find((field) => fields[field] !== undefined);
    if (invalidField === undefined) this.problem = `Erro ao criar pagamento: ${detail}`;
    else this.errors = { [invalidField]: `Erro ao criar pagamento: ${fields[invalidField]}` };
  }
}
