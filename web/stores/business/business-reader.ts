import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { DashboardBody } from '#contract/figures.schema.ts';
import type { MixBody } from '#contract/mix.schema.ts';
import type { Business } from '#domain/business/state.ts';
import type { OwnerClient } from '#web/api/client.ts';
import { NetworkFailure } from '#web/api/failures.ts';
import type { ChangeTracker } from './change-tracker.ts';
import { MixLoader } from './mix-loader.ts';
import type { PendingCommands } from './pending-commands.ts';
import { type BusinessPart, PARTS } from './parts.ts';
import { type BusinessReading, readBusiness, withEarlierRows } from './read-business.ts';

interface CachedReading {
  readonly business: Business;
  /** The mix; null without sales or if it is unknown. */
  readonly mix: MixBody | null;
  readonly at: Date;
}

export interface BusinessReaderOptions {
  readonly api: OwnerClient;
  /** Is called when the server reports that the session has ended. */
  readonly onSignedOut: () => void;
  /** The changes that the answers of `api` contain; without it changes made elsewhere are unknown. */
  readonly changeTracker?: ChangeTracker;
  /** Loads the cached business, for when there is no connection. */
  readonly readCache?: () => Promise<CachedReading | undefined>;
  readonly now?: () => Date;
}

/** A read that overlaps a command is repeated, at most this many times. */
const MAX_ATTEMPTS = 5;

/** Loads the business from the server and reloads it later; a read that overlaps a command is repeated. */
export class BusinessReader {
  status: 'idle' | 'loading' | 'loaded' | 'failed' = 'idle';
  /** The parts that the last read should have returned and did not. */
  failedParts: ReadonlySet<BusinessPart> = new Set();
  /** The time when each part on screen was read. */
  readAt: ReadonlyMap<BusinessPart, Date> = new Map();
  cachedAt: Date | null = null;
  isRefreshing = false;
  /** The server's figures, until the first change here. */
  dashboard: DashboardBody | null = null;
  /** The figures weighted by sales. */
  readonly mix: MixLoader;
  readonly #options: BusinessReaderOptions;
  readonly #pending: PendingCommands;
  #opening: Promise<void> | undefined;
  #runningRefresh: Promise<void> | undefined;
  #catchingUp: Promise<void> | undefined;
  /** Changes that live events announced; each tells whether the state here includes it. */
  #changesToCheck: ((tracker: ChangeTracker) => boolean)[] = [];
  #isOutdated = false;

  constructor(options: BusinessReaderOptions, pending: PendingCommands, fetchMix: () => Promise<MixBody | null>) {
    this.#options = options;
    this.#pending = pending;
    this.mix = new MixLoader({ pending, fetchMix, now: () => this.now() });
    makeAutoObservable(
      this,
      {
        failedParts: observableRef,
        readAt: observableRef,
        cachedAt: observableRef,
        dashboard: observableRef,
        mix: false,
      },
      { autoBind: true },
    );
  }

  /** The parts that are unknown, which is not the same as empty. */
  get missingParts(): ReadonlySet<BusinessPart> {
    return this.status === 'loaded' ? new Set(PARTS.filter((part) => !this.readAt.has(part))) : new Set(PARTS);
  }

  /** The parts that could not be read again, and the age of the oldest. */
  get staleParts(): { readonly parts: readonly BusinessPart[]; readonly from: Date } | null {
    const parts = PARTS.filter((part) => this.failedParts.has(part) && this.readAt.has(part));
    const [from] = parts.flatMap((part) => this.readAt.get(part) ?? []).toSorted((a, b) => a.getTime() - b.getTime());
    return from === undefined || this.cachedAt ? null : { parts, from };
  }

  /** Loads everything, with the spinner. A call during a load returns the same promise. */
  open(): Promise<void> {
    this.#opening ??= this.read().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  /** Reads again, with the spinner if there is nothing on screen, else in the background. */
  retry(): Promise<void> {
    return this.status === 'failed' ? this.open() : this.refresh();
  }

  /** Reads everything again in the background, once no command is pending. */
  refresh(): Promise<void> {
    this.#runningRefresh ??= this.readAgain().finally(() => {
      this.#runningRefresh = undefined;
    });
    return this.#runningRefresh;
  }

  /** A call got no answer, so the state on screen may be outdated. */
  markOutdated(): void {
    this.#isOutdated = true;
  }

  /** The connection is back: reads what is outdated. */
  onReconnected(): void {
    if (this.status === 'failed' || this.#isOutdated) void this.retry();
  }

  /** The server has answered a command, so it can be asked for the missing parts. */
  onAnswer(): void {
    if (this.#isOutdated || this.failedParts.size > 0) void this.refresh();
  }

  /** Discards the server's figures after a change. */
  forgetDashboard(): void {
    this.dashboard = null;
    this.mix.invalidate();
  }

  /** The business has changed: unless the state here includes that, everything is read again in the background. */
  onChanged(isIncluded: (tracker: ChangeTracker) => boolean): Promise<void> {
    this.#changesToCheck.push(isIncluded);
    this.#catchingUp ??= this.catchUp().finally(() => {
      this.#catchingUp = undefined;
    });
    return this.#catchingUp;
  }

  private async catchUp(): Promise<void> {
    const { changeTracker } = this.#options;
    if (changeTracker === undefined) return;
    for (;;) {
      // The reply to an own command records its position, and may arrive after the live event about the change.
      await Promise.all([this.#pending.whenAnswered(), this.#opening, this.#runningRefresh]);
      if (this.#changesToCheck.splice(0).every((isIncluded) => isIncluded(changeTracker))) return;
      await this.refresh();
    }
  }

  private async read(): Promise<void> {
    this.status = 'loading';
    try {
      await this.readWithoutOverlap();
    } catch (error) {
      console.error('Erro ao buscar dados do dashboard', error);
      const cached = error instanceof NetworkFailure ? await this.#options.readCache?.() : undefined;
      runInAction(() => {
        this.status = cached ? 'loaded' : 'failed';
        if (cached) this.showCached(cached);
      });
    }
  }

  private async readAgain(): Promise<void> {
    this.isRefreshing = true;
    try {
      await this.readWithoutOverlap();
    } catch (error) {
      console.error('Erro ao buscar dados do dashboard', error);
      runInAction(() => {
        this.#isOutdated = true;
        this.failedParts = new Set(PARTS);
      });
    } finally {
      runInAction(() => {
        this.isRefreshing = false;
      });
    }
  }

  /** Reads until no command overlaps: an answer may or may not contain an overlapping command. */
  private async readWithoutOverlap(): Promise<void> {
    let wasRefused = false;
    for (let attempts = 1; ; attempts += 1) {
      await this.#pending.whenAnswered();
      const startedBefore = this.#pending.startedCount;
      const finishRead = this.#options.changeTracker?.startRead();
      const reading = await readBusiness(this.#options.api);
      const isOverlapped = this.#pending.hasUnsavedChanges || startedBefore !== this.#pending.startedCount;
      if (isOverlapped && attempts < MAX_ATTEMPTS) continue;
      // A sign-in in another tab ends the session of these calls; the next ones use the new session.
      if (reading.signedOut && !wasRefused) {
        wasRefused = true;
        continue;
      }
      if (reading.missing.size === 0) finishRead?.();
      return this.show(reading);
    }
  }

  private show({ business, dashboard, missing, signedOut }: BusinessReading): void {
    if (signedOut) {
      this.status = 'idle';
      this.#options.onSignedOut();
      return;
    }
    const staleParts = new Set([...missing].filter((part) => this.status === 'loaded' && this.readAt.has(part)));
    const previous = this.#pending.confirmed;
    const read = staleParts.size > 0 ? withEarlierRows(business, previous, staleParts) : business;
    // Sales, suppliers and stock values are read separately, so the known ones stay.
    const { sales, suppliers, stockValues } = previous;
    this.#pending.confirm({ ...read, sales, suppliers, stockValues });
    const now = this.now();
    const previousReadAt = this.readAt;
    this.readAt = new Map(
      PARTS.filter((part) => staleParts.has(part) || !missing.has(part)).map((part) => [
        part,
        staleParts.has(part) ? (previousReadAt.get(part) ?? now) : now,
      ]),
    );
    this.status = 'loaded';
    this.cachedAt = null;
    this.#isOutdated = false;
    this.failedParts = missing;
    this.dashboard = dashboard;
    if (dashboard) this.mix.set(dashboard.mix);
    else this.mix.fail();
  }

  private showCached({ business, mix, at }: CachedReading): void {
    this.#pending.confirm(business);
    this.mix.set(mix, at);
    this.readAt = new Map(PARTS.map((part) => [part, at]));
    this.cachedAt = at;
    this.#isOutdated = true;
  }

  private now(): Date {
    return this.#options.now?.() ?? new Date();
  }
}
