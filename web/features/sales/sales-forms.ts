import type { Channel } from '#domain/business/state.ts';
import { SalesForm } from './sales-form.ts';

/** What is typed of every month and channel. They are told apart by the channel, which the first sale may only make. */
export class SalesForms {
  readonly #forms = new Map<string, SalesForm>();
  /** Whose the forms are that were begun without a channel: from the first sale on, those of the one that it made. */
  #first: string | undefined;

  of(month: string, channel: Channel | undefined, channels: readonly Channel[]): SalesForm {
    // While the first sale is on its way its channel has another id.
    const isHere = channels.some(({ id }) => id === this.#first);
    if (channel?.isMain && !isHere) this.#first = channel.id;
    const name = channel === undefined || channel.id === this.#first ? month : `${month} ${channel.id}`;
    const form = this.#forms.get(name) ?? new SalesForm();
    this.#forms.set(name, form);
    return form;
  }
}
