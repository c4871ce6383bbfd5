import { makeAutoObservable, observableRef } from 'mobx';
import type { Reply } from '#contract/endpoint.ts';
import type { MixBody } from '#contract/mix.schema.ts';
import type { OwnerContract } from '#contract/owner.ts';
import type { PastName } from '#contract/routes/owner.ts';
import type { BusinessCommand, SingleChange, ChangeSet } from '#domain/business/commands.ts';
import { decide, isRefusal } from '#domain/business/decide.ts';
import { type Business, emptyBusiness } from '#domain/business/state.ts';
import { type BusinessFigures, businessFigures } from '#domain/figures/business-figures.ts';
import { type Gap, gapsOf } from '#domain/figures/completeness.ts';
import type { CallInput as SentCall } from '#web/api/client.ts';
import { ApiProblem, NetworkFailure } from '#web/api/failures.ts';
import { BusinessReader, type BusinessReaderOptions } from './business/business-reader.ts';
import { withVersion } from './business/changed-fields.ts';
import { type DashboardView, gapsOfReply, viewOfFigures, viewOfReply } from './business/dashboard-view.ts';
import type { KnownChanges } from './business/known-changes.ts';
import { createLostCalls } from './business/lost-calls.ts';
import { type Failure, failureOf, type Outcome } from './business/outcome.ts';
import { FIGURE_PARTS, type Part, PARTS, withinReach } from './business/parts.ts';
import { type IssuedCommand, PendingCommands, type SentCommand } from './business/pending-commands.ts';
import { isSameValue } from '#domain/same-value.ts';
import { sendCommand } from './business/send-command.ts';
import { subjectOf } from './business/entity-id.ts';
import { steadyFigures } from './business/steady-figures.ts';
import { FAILED, known, LOADING, mapView, type View } from './view.ts';

export interface BusinessStoreOptions extends BusinessReaderOptions {
  readonly newKey?: () => string;
  /** `api` answers as of this moment, a date or an ISO instant; without it as of now. */
  readonly asOf?: string;
}

/** The business on screen: read once, changed at once, in agreement with the server afterwards. */
export class BusinessStore {
  readonly #options: BusinessStoreOptions;
  readonly #pending: PendingCommands;
  readonly #reader: BusinessReader;
  readonly #lost = createLostCalls();
  readonly #steady = steadyFigures();
  readonly #newKey: () => string;
  /** What dishes were called that were sold and are gone, by their ids. */
  goneNames: ReadonlyMap<string, string> = new Map();

  constructor(options: BusinessStoreOptions) {
    this.#options = options;
    this.#newKey = options.newKey ?? (() => crypto.randomUUID());
    this.#pending = new PendingCommands({
      send: (command, confirmed) => this.send(command, confirmed),
      failed: (error) => this.explain(error),
      behind: () => void this.refresh(),
    });
    this.#reader = new BusinessReader(options, this.#pending, () => this.askMix());
    makeAutoObservable(this, { goneNames: observableRef }, { autoBind: true });
  }

  /** Is this the business as it once stood? Then it is only looked at. */
  get isPast(): boolean {
    return this.#options.asOf !== undefined;
  }

  /** The moment that it is shown as of; undefined: now. */
  get asOf(): string | undefined {
    return this.#options.asOf;
  }

  get status(): BusinessReader['status'] {
    return this.#reader.status;
  }

  /** What is not known at all, because the server could not give it. */
  get missing(): ReadonlySet<Part> {
    return this.#reader.missing;
  }

  /** What could not be read again and is shown as it was, and of when the oldest of it is. */
  get stale(): BusinessReader['stale'] {
    return this.#reader.stale;
  }

  /** When what is shown came, at the earliest; undefined before anything has. */
  get cameAt(): Date | undefined {
    const times = [...this.#reader.cameAt.values()].map((at) => at.getTime());
    return times.length === 0 ? undefined : new Date(Math.min(...times));
  }

  /** Of when the business on screen is, while it can only be looked at: there was no connection to read it. */
  get keptAt(): Date | null {
    return this.#reader.keptAt;
  }

  /** Is the business being read again behind what is shown? */
  get refreshing(): boolean {
    return this.#reader.refreshing;
  }

  /**
   * Parts of the business, together: known once all of them are. What is old for want of a newer answer is said above
   * every tab (`stale`, `keptAt`), and not by each of its parts.
   */
  view<Wanted extends Part>(...wanted: readonly Wanted[]): View<Pick<Business, Wanted>> {
    const { status, missing, refreshing } = this.#reader;
    if (status === 'failed') return FAILED;
    if (status !== 'loaded') return LOADING;
    if (!wanted.some((part) => missing.has(part))) return known(this.#pending.shown);
    return refreshing ? LOADING : FAILED;
  }

  /** All of it. */
  get whole(): View<Business> {
    return mapView(this.view(...PARTS), () => this.#pending.shown);
  }

  /** For what stands inside of a view that is known. @throws NotKnown where a part is read that is not */
  get state(): Business {
    return withinReach(this.#pending.shown, this.missing);
  }

  /** Of what is shown. A dish whose figures have not changed keeps the very same object. @throws NotKnown like `state` */
  get figures(): BusinessFigures {
    const missing = new Set(FIGURE_PARTS.filter((part) => this.missing.has(part)));
    return this.#steady(businessFigures(withinReach(this.#pending.shown, missing)));
  }

  /** What is still missing before the figures can be trusted. */
  get gaps(): View<readonly Gap[]> {
    const { dashboard, status } = this.#reader;
    return dashboard && status === 'loaded' ? known(gapsOfReply(dashboard)) : mapView(this.whole, gapsOf);
  }

  /** The server's figures until something is changed here, then our own of the same module. */
  get dashboard(): View<DashboardView> {
    const { dashboard, status } = this.#reader;
    if (dashboard && status === 'loaded') return known(viewOfReply(dashboard));
    return mapView(this.view(...FIGURE_PARTS), () => viewOfFigures(this.figures));
  }

  /** The figures by what is sold, as the server says: null while nothing is. */
  get mix(): View<MixBody | null> {
    return this.#reader.mix.view;
  }

  /** Is `mix` from before what is shown? It is then being read again. */
  get isMixOld(): boolean {
    return this.#reader.mix.isOld;
  }

  /** `mix` where it belongs to what is shown; null while it is not known of it, and while nothing is sold. */
  get currentMix(): MixBody | null {
    const { mix, isMixOld } = this;
    return mix.kind === 'known' && !mix.keptFrom && !isMixOld ? mix.value : null;
  }

  /** Reads `mix` again behind what is shown. */
  readMix(): Promise<void> {
    return this.#reader.mix.read();
  }

  /** The figures that months and tickets alone are enough for. */
  get revenue(): View<Pick<BusinessFigures, 'revenue' | 'dashboard'>> {
    return mapView(this.view('months', 'statedTicket'), ({ months, statedTicket }) =>
      businessFigures({ ...emptyBusiness, months, statedTicket }),
    );
  }

  /** What the server has said, without what is still on its way to it. */
  get confirmed(): Business {
    return this.#pending.confirmed;
  }

  /** Has the server given all of it? */
  get isWhole(): boolean {
    return this.status === 'loaded' && this.keptAt === null && this.#reader.failed.size === 0;
  }

  /** Would something be lost if the page closed now? */
  get unsaved(): boolean {
    return this.#pending.unsaved;
  }

  /** Reads everything, with the spinner. Called again while it reads, it is the same reading. */
  open(): Promise<void> {
    return this.#reader.open();
  }

  /** 'Tentar de novo': with the spinner when nothing could be shown, else behind what is shown. */
  retry(): Promise<void> {
    return this.#reader.retry();
  }

  /** Reads everything again behind what is shown, once no command is on its way. */
  refresh(): Promise<void> {
    return this.#reader.refresh();
  }

  /** The connection is back: catches up with what got no answer. */
  reconnected(): void {
    this.#reader.reconnected();
  }

  /**
   * Something has happened to the business, here or elsewhere: unless it is known here, everything is read again behind
   * what is shown. What comes while that goes on is looked at afterwards.
   */
  happened(isKnown: (known: KnownChanges) => boolean): Promise<void> {
    return this.#reader.happened(isKnown);
  }

  /** Sales are read only where they are looked at; from then on they belong to what is shown and changed. */
  knowSales(sales: Business['sales'], goneNames: ReadonlyMap<string, string>): void {
    const { confirmed } = this.#pending;
    this.goneNames = goneNames;
    if (!isSameValue([...confirmed.sales], [...sales])) this.#pending.confirm({ ...confirmed, sales });
  }

  /**
   * A read of what has happened, once no change is on its way.
   * @throws ApiProblem · NetworkFailure
   */
  async lookBack<Name extends PastName>(
    name: Name,
    sent: SentCall<OwnerContract[Name]>,
  ): Promise<Reply<OwnerContract[Name]>> {
    await this.#pending.settled();
    return this.asked(this.#options.api.call(name, sent));
  }

  /** With the dashboard's figures, which stand ready: what looks back would fold the whole past for it. */
  private async askMix(): Promise<MixBody | null> {
    const { mix } = await this.asked(this.#options.api.call('dashboard', {}));
    return mix;
  }

  /** Whoever is no longer known when they read something has been signed out. */
  private async asked<T>(reply: Promise<T>): Promise<T> {
    try {
      return await reply;
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 401) this.#options.onSignedOut();
      throw error;
    }
  }

  /**
   * Changes something: on screen at once, then on its way to the server. Several changes as one are made over what is in
   * view now, all or none; what they add keeps the ids given here.
   */
  issue(given: SingleChange | ChangeSet): IssuedCommand {
    if (this.keptAt) return refusedOffline();
    const { shown } = this.#pending;
    const lost = this.#lost.like(given);
    if (lost && isThere(shown, lost)) {
      this.#lost.take(lost);
      return { id: subjectOf(lost), outcome: Promise.resolve({ kind: 'saved', id: subjectOf(lost) }) };
    }
    const issued = this.#pending.issue(
      given.type === 'ApplyChangeSet'
        ? { ...given, commands: given.commands.map((command) => withVersion(command, shown)) }
        : (lost ?? given),
    );
    if (!issued.refused) {
      this.#reader.forgetDashboard();
      void this.followedByMix(issued);
    }
    return { ...issued, outcome: issued.outcome.then((outcome) => this.onNewest(outcome)) };
  }

  /** What was not made because it was about something older ends when what is there now is on screen. */
  private async onNewest(outcome: Outcome): Promise<Outcome> {
    if (outcome.kind === 'failed' && outcome.failure.isOutdated) await this.refresh();
    return outcome;
  }

  /**
   * Takes back what one change did, whoever made it and when: the server knows whether it still can be. Ended when what
   * is there then is on screen.
   */
  async undo(changeId: string): Promise<Outcome> {
    if (this.keptAt) return refusedOffline().outcome;
    try {
      const undoing = await this.#pending.atServer(() => this.callUndo(changeId));
      await this.refresh();
      return { kind: 'saved', id: undoing, undo: () => this.undo(undoing) };
    } catch (error) {
      return { kind: 'failed', failure: this.explain(error) };
    }
  }

  /** Without a channel nothing can have been sold. */
  private async followedByMix({ outcome }: IssuedCommand): Promise<void> {
    await outcome;
    if (this.missing.has('channels') || this.confirmed.channels.size > 0) await this.readMix();
    else this.#reader.mix.show(null);
  }

  private async callUndo(changeId: string): Promise<string> {
    const { id } = await this.#options.api.call('undoChange', { params: { id: changeId } });
    return id;
  }

  private async send(command: BusinessCommand, confirmed: Business): Promise<SentCommand> {
    const key = this.#lost.take(command) ?? this.#newKey();
    try {
      const { changeId, ...sent } = await sendCommand(this.#options.api, { command, confirmed, key });
      this.#reader.answered();
      return changeId === undefined ? sent : { ...sent, undo: () => this.undo(changeId) };
    } catch (error) {
      if (error instanceof NetworkFailure) this.#lost.remember({ command, key });
      throw error;
    }
  }

  private explain(error: unknown): Failure {
    if (error instanceof NetworkFailure) this.#reader.outOfTouch();
    if (error instanceof ApiProblem && error.status === 401) this.#options.onSignedOut();
    // Ours was not the last word: show what is there now.
    if (error instanceof ApiProblem && (error.status === 404 || error.status === 409)) void this.refresh();
    return failureOf(error);
  }
}

/** Has what a command adds been added? */
function isThere(business: Business, command: BusinessCommand): boolean {
  const decision = decide(business, command);
  return isRefusal(decision) && decision.refusal === 'id_taken';
}

function refusedOffline(): IssuedCommand & { readonly refused: Failure } {
  const failure = { sentence: 'Sem conexão com o Prumo, os dados são só para consulta: nada foi mudado.', fields: {} };
  return { id: '', refused: failure, outcome: Promise.resolve({ kind: 'failed', failure }) };
}
