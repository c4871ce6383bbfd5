import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { DashboardBody } from '#contract/figures.schema.ts';
import type { MixBody } from '#contract/mix.schema.ts';
import type { Business } from '#domain/business/state.ts';
import type { ApiClient } from '#web/api/client.ts';
import { NetworkFailure } from '#web/api/failures.ts';
import type { KnownChanges } from './known-changes.ts';
import { MixReading } from './mix-reading.ts';
import type { PendingCommands } from './pending-commands.ts';
import { type Part, PARTS } from './parts.ts';
import { type BusinessReading, readBusiness, withKept } from './read-business.ts';

interface CachedReading {
  readonly business: Business;
  /** null where nothing is sold, or where it was not known. */
  readonly mix: MixBody | null;
  readonly at: Date;
}

export interface BusinessReaderOptions {
  readonly api: ApiClient;
  /** The server no longer knows who is asking. */
  readonly onSignedOut: () => void;
  /** What is in the answers of `api`; without it nothing is known of changes made elsewhere. */
  readonly known?: KnownChanges;
  /** What was last seen here, for when there is no connection. */
  readonly kept?: () => Promise<CachedReading | undefined>;
  readonly now?: () => Date;
}

/** Each of them is one more command that was on its way meanwhile. */
const MAX_READINGS = 5;

/** Reads the business from the server, once and again, never across a command that is on its way. */
export class BusinessReader {
  status: 'idle' | 'loading' | 'loaded' | 'failed' = 'idle';
  /** What the last reading was to give, and did not. */
  failed: ReadonlySet<Part> = new Set();
  /** When each part of what is shown came; none of one that never did. */
  cameAt: ReadonlyMap<Part, Date> = new Map();
  keptAt: Date | null = null;
  refreshing = false;
  /** The server's figures, as long as nothing has been changed here since. */
  dashboard: DashboardBody | null = null;
  readonly mix: MixReading;
  readonly #options: BusinessReaderOptions;
  readonly #pending: PendingCommands;
  #opening: Promise<void> | undefined;
  #refresh: Promise<void> | undefined;
  #catchingUp: Promise<void> | undefined;
  #isKnown: ((known: KnownChanges) => boolean)[] = [];
  #outOfTouch = false;

  constructor(options: BusinessReaderOptions, pending: PendingCommands, askMix: () => Promise<MixBody | null>) {
    this.#options = options;
    this.#pending = pending;
    this.mix = new MixReading({ pending, ask: askMix, now: () => this.now() });
    makeAutoObservable(
      this,
      { failed: observableRef, cameAt: observableRef, keptAt: observableRef, dashboard: observableRef, mix: false },
      { autoBind: true },
    );
  }

  /** What is not known at all: not shown, and not empty. */
  get missing(): ReadonlySet<Part> {
    return this.status === 'loaded' ? new Set(PARTS.filter((part) => !this.cameAt.has(part))) : new Set(PARTS);
  }

  /** What could not be read again and is shown as it was, and of when the oldest of it is. */
  get stale(): { readonly parts: readonly Part[]; readonly from: Date } | null {
    const parts = PARTS.filter((part) => this.failed.has(part) && this.cameAt.has(part));
    const [from] = parts.flatMap((part) => this.cameAt.get(part) ?? []).toSorted((a, b) => a.getTime() - b.getTime());
    return from === undefined || this.keptAt ? null : { parts, from };
  }

  /** Reads everything, with the spinner. Called again while it reads, it is the same reading. */
  open(): Promise<void> {
    this.#opening ??= this.read().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  /** With the spinner when nothing could be shown, else behind what is shown. */
  retry(): Promise<void> {
    return this.status === 'failed' ? this.open() : this.refresh();
  }

  /** Reads everything again behind what is shown, once no command is on its way. */
  refresh(): Promise<void> {
    this.#refresh ??= this.readAgain().finally(() => {
      this.#refresh = undefined;
    });
    return this.#refresh;
  }

  /** A call got no answer: what is shown may be behind. */
  outOfTouch(): void {
    this.#outOfTouch = true;
  }

  /** The connection is back: catches up with what got no answer. */
  reconnected(): void {
    if (this.status === 'failed' || this.#outOfTouch) void this.retry();
  }

  /** The server has answered a command: a good moment to read what is missing. */
  answered(): void {
    if (this.#outOfTouch || this.failed.size > 0) void this.refresh();
  }

  /** The server's figures are from before what is shown. */
  forgetDashboard(): void {
    this.dashboard = null;
    this.mix.forget();
  }

  /** Something has happened to the business: unless it is known here, everything is read again behind what is shown. */
  happened(isKnown: (known: KnownChanges) => boolean): Promise<void> {
    this.#isKnown.push(isKnown);
    this.#catchingUp ??= this.catchUp().finally(() => {
      this.#catchingUp = undefined;
    });
    return this.#catchingUp;
  }

  private async catchUp(): Promise<void> {
    const { known } = this.#options;
    if (known === undefined) return;
    for (;;) {
      // The answer to an own command says that it was our own, and may come later than the news of it.
      await Promise.all([this.#pending.settled(), this.#opening, this.#refresh]);
      if (this.#isKnown.splice(0).every((isKnown) => isKnown(known))) return;
      await this.refresh();
    }
  }

  private async read(): Promise<void> {
    this.status = 'loading';
    try {
      await this.readUndisturbed();
    } catch (error) {
      console.error('Erro ao buscar dados do dashboard', error);
      const kept = error instanceof NetworkFailure ? await this.#options.kept?.() : undefined;
      runInAction(() => {
        this.status = kept ? 'loaded' : 'failed';
        if (kept) this.showKept(kept);
      });
    }
  }

  private async readAgain(): Promise<void> {
    this.refreshing = true;
    try {
      await this.readUndisturbed();
    } catch (error) {
      console.error('Erro ao buscar dados do dashboard', error);
      runInAction(() => {
        this.#outOfTouch = true;
        this.failed = new Set(PARTS);
      });
    } finally {
      runInAction(() => {
        this.refreshing = false;
      });
    }
  }

  /** A reading that overlaps a command may or may not contain it: then it is read again. */
  private async readUndisturbed(): Promise<void> {
    let wasRefused = false;
    for (let readings = 1; ; readings += 1) {
      await this.#pending.settled();
      const mark = this.#pending.started;
      const shown = this.#options.known?.reading();
      const reading = await readBusiness(this.#options.api);
      const disturbed = this.#pending.unsaved || mark !== this.#pending.started;
      if (disturbed && readings < MAX_READINGS) continue;
      // Another tab that signs in ends the session that these calls left with; the next ones have its own.
      if (reading.signedOut && !wasRefused) {
        wasRefused = true;
        continue;
      }
      if (reading.missing.size === 0) shown?.();
      return this.show(reading);
    }
  }

  private show({ business, dashboard, missing, signedOut }: BusinessReading): void {
    if (signedOut) {
      this.status = 'idle';
      this.#options.onSignedOut();
      return;
    }
    const kept = new Set([...missing].filter((part) => this.status === 'loaded' && this.cameAt.has(part)));
    const former = this.#pending.confirmed;
    const read = kept.size > 0 ? withKept(business, former, kept) : business;
    // Sales are read apart from this, and stay as they are known until they are.
    this.#pending.confirm({ ...read, sales: former.sales });
    const now = this.now();
    const cameBefore = this.cameAt;
    this.cameAt = new Map(
      PARTS.filter((part) => kept.has(part) || !missing.has(part)).map((part) => [
        part,
        kept.has(part) ? (cameBefore.get(part) ?? now) : now,
      ]),
    );
    this.status = 'loaded';
    this.keptAt = null;
    this.#outOfTouch = false;
    this.failed = missing;
    this.dashboard = dashboard;
    if (dashboard) this.mix.show(dashboard.mix);
    else this.mix.miss();
  }

  private showKept({ business, mix, at }: CachedReading): void {
    this.#pending.confirm(business);
    this.mix.show(mix, at);
    this.cameAt = new Map(PARTS.map((part) => [part, at]));
    this.keptAt = at;
    this.#outOfTouch = true;
  }

  private now(): Date {
    return this.#options.now?.() ?? new Date();
  }
}
