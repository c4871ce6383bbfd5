import { makeAutoObservable, observableRef, compareStructural } from 'mobx';
import type { Reply } from '#contract/endpoint.ts';
import type { MixBody } from '#contract/mix.schema.ts';
import type { OwnerContract } from '#contract/owner.ts';
import type { PastReadName } from '#contract/routes/owner.ts';
import type { BusinessCommand, SingleCommand, ChangeSet } from '#domain/business/commands.ts';
import { decide, isRefusal } from '#domain/business/decide.ts';
import { type Business, emptyBusiness } from '#domain/business/state.ts';
import { type BusinessFigures, businessFigures } from '#domain/figures/business-figures.ts';
import { type Gap, gapsOf } from '#domain/figures/gaps.ts';
import type { OwnerClient, CallInput, CallOptions } from '#web/api/client.ts';
import { ApiProblem, NetworkFailure } from '#web/api/failures.ts';
import type { ExecutedCommand } from './business/apply-command.ts';
import { BusinessReader, type BusinessReaderOptions } from './business/business-reader.ts';
import { withVersion } from './business/changed-fields.ts';
import { type DashboardView, gapsOfReply, viewOfFigures, viewOfReply } from './business/dashboard-view.ts';
import type { MixLoader } from './business/mix-loader.ts';
import { type Failure, failureOf, type SaveOutcome, type ServerOutcome } from './business/outcome.ts';
import { type BusinessPart, PARTS, guardMissingParts } from './business/parts.ts';
import { type IssuedCommand, PendingCommands, createUncertainCommands } from './business/pending-commands.ts';
import { isSameValue } from '#domain/same-value.ts';
import { sendCommand } from './business/send-command.ts';
import { entityIdOfCommand } from './business/entity-id.ts';
import { FAILED, knownData, LOADING, mapRemoteData, type RemoteData } from './data-loader.ts';
import type { DishFigures } from '#domain/figures/dish-result.ts';

export interface BusinessStoreOptions extends BusinessReaderOptions {
  readonly newKey?: () => string;
  /** The moment of the past, a date or an ISO instant, from which `api` answers; the present without it. */
  readonly asOf?: string;
}

/** The business on screen: loaded once, changed optimistically, and synchronised with the server. */
export class BusinessStore {
  readonly #options: BusinessStoreOptions;
  readonly #pending: PendingCommands;
  /** Loads the business and reads it again. */
  readonly reader: BusinessReader;
  /** The figures weighted by sales, computed by the server. */
  readonly mix: MixLoader;
  readonly #uncertainCommands = createUncertainCommands();
  readonly #reuseUnchangedDishes = reuseUnchangedDishes();
  readonly #newKey: () => string;
  /** The names of removed dishes with sales, by id. */
  removedDishNames: ReadonlyMap<string, string> = new Map();

  constructor(options: BusinessStoreOptions) {
    this.#options = options;
    this.#newKey = options.newKey ?? (() => crypto.randomUUID());
    this.#pending = new PendingCommands({
      send: (command, confirmed) => this.send(command, confirmed),
      undo: (changeId) => this.undo(changeId),
      toFailure: (error) => this.explain(error),
      onStateDiffers: () => void this.reader.refresh(),
    });
    this.reader = new BusinessReader(options, this.#pending, () => this.fetchMix());
    this.mix = this.reader.mix;
    makeAutoObservable(this, { removedDishNames: observableRef, reader: false, mix: false }, { autoBind: true });
  }

  /** Tells whether this is the business of the past, which cannot be changed. */
  get isPast(): boolean {
    return this.#options.asOf !== undefined;
  }

  /** The moment of the past; undefined in the present. */
  get asOf(): string | undefined {
    return this.#options.asOf;
  }

  /** The time of the oldest part on screen; undefined before the first. */
  get readAt(): Date | undefined {
    const times = [...this.reader.readAt.values()].map((at) => at.getTime());
    return times.length === 0 ? undefined : new Date(Math.min(...times));
  }

  /**
   * Parts of the business as one piece of remote data, which is known once all of them are. Outdated parts are
   * announced above every tab (`staleParts`, `cachedAt`) and not by each part.
   */
  data<Part extends BusinessPart>(...parts: readonly Part[]): RemoteData<Pick<Business, Part>> {
    const { status, missingParts, isRefreshing } = this.reader;
    if (status === 'failed') return FAILED;
    if (status !== 'loaded') return LOADING;
    if (!parts.some((part) => missingParts.has(part))) return knownData(this.#pending.stateOnScreen);
    return isRefreshing ? LOADING : FAILED;
  }

  /** The whole business as remote data. */
  get allData(): RemoteData<Business> {
    return mapRemoteData(this.data(...PARTS), () => this.#pending.stateOnScreen);
  }

  /** The state, for components inside known remote data. @throws MissingPart if a missing part is read */
  get state(): Business {
    return guardMissingParts(this.#pending.stateOnScreen, this.reader.missingParts);
  }

  /** The figures of the state. A dish with unchanged figures keeps its object. @throws MissingPart like `state` */
  get figures(): BusinessFigures {
    return this.#reuseUnchangedDishes(businessFigures(this.state));
  }

  /** The gaps that make the figures incomplete. */
  get gaps(): RemoteData<readonly Gap[]> {
    const { dashboard, status } = this.reader;
    return dashboard && status === 'loaded' ? knownData(gapsOfReply(dashboard)) : mapRemoteData(this.allData, gapsOf);
  }

  /** The server's figures until the first change here; then our own, computed by the same module. */
  get dashboard(): RemoteData<DashboardView> {
    const { dashboard, status } = this.reader;
    if (dashboard && status === 'loaded') return knownData(viewOfReply(dashboard));
    return mapRemoteData(this.allData, () => viewOfFigures(this.figures));
  }

  /** The mix, if it belongs to the state on screen; null if it is unknown or there are no sales. */
  get currentMix(): MixBody | null {
    const { data, isOutdated } = this.mix;
    return data.kind === 'known' && !data.staleSince && !isOutdated ? data.value : null;
  }

  /** The figures that need only months and the average ticket. */
  get revenue(): RemoteData<Pick<BusinessFigures, 'revenue' | 'dashboard'>> {
    return mapRemoteData(this.data('months', 'statedTicket'), ({ months, statedTicket }) =>
      businessFigures({ ...emptyBusiness, months, statedTicket }),
    );
  }

  /** The confirmed state, without pending commands. */
  get confirmed(): Business {
    return this.#pending.confirmed;
  }

  /** Tells whether all parts are loaded. */
  get isFullyLoaded(): boolean {
    return this.reader.status === 'loaded' && this.reader.cachedAt === null && this.reader.failedParts.size === 0;
  }

  /** Tells whether closing the page now would lose a change. */
  get hasUnsavedChanges(): boolean {
    return this.#pending.hasUnsavedChanges;
  }

  /** Adds the sales, which only some screens read; from then on they are part of the state. */
  addSales(sales: Business['sales'], removedDishNames: ReadonlyMap<string, string>): void {
    const { confirmed } = this.#pending;
    this.removedDishNames = removedDishNames;
    if (!isSameValue([...confirmed.sales], [...sales])) this.#pending.confirm({ ...confirmed, sales });
  }

  /** Suppliers and stock values are read like sales, only where they are looked at. */
  addPurchasing(read: Partial<Pick<Business, 'suppliers' | 'stockValues'>>): void {
    const { confirmed } = this.#pending;
    const { suppliers = confirmed.suppliers, stockValues = confirmed.stockValues } = read;
    const isSame =
      isSameValue([...confirmed.suppliers], [...suppliers]) &&
      isSameValue([...confirmed.stockValues], [...stockValues]);
    if (!isSame) this.#pending.confirm({ ...confirmed, suppliers, stockValues });
  }

  /**
   * Reads from the history, once no change is pending.
   * @throws ApiProblem · NetworkFailure
   */
  async readHistory<Name extends PastReadName>(
    name: Name,
    input: CallInput<OwnerContract[Name]>,
  ): Promise<Reply<OwnerContract[Name]>> {
    await this.#pending.whenAnswered();
    return this.detectSignOut(this.#options.api.call(name, input));
  }

  /**
   * The mix comes with the dashboard's figures, which are stored; the read as of a moment would fold the whole history.
   */
  private async fetchMix(): Promise<MixBody | null> {
    const { mix } = await this.detectSignOut(this.#options.api.call('dashboard', {}));
    return mix;
  }

  /** A read without a session shows that the person has been signed out. */
  private async detectSignOut<T>(reply: Promise<T>): Promise<T> {
    try {
      return await reply;
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 401) this.#options.onSignedOut();
      throw error;
    }
  }

  /**
   * Applies a change to the screen at once and then sends it. A set of changes is applied entirely or not at all to the
   * state on screen; entities that it adds keep the ids given here.
   */
  issue(command: SingleCommand | ChangeSet): IssuedCommand {
    if (this.reader.cachedAt) return refusedOffline();
    const { stateOnScreen } = this.#pending;
    const uncertain = this.#uncertainCommands.findEqual(command);
    if (uncertain && entityExists(stateOnScreen, uncertain)) {
      this.#uncertainCommands.take(uncertain);
      return {
        id: entityIdOfCommand(uncertain),
        outcome: Promise.resolve({ kind: 'saved', id: entityIdOfCommand(uncertain) }),
      };
    }
    const issued = this.#pending.issue(
      command.type === 'ApplyChangeSet'
        ? { ...command, commands: command.commands.map((member) => withVersion(member, stateOnScreen)) }
        : (uncertain ?? command),
    );
    if (!issued.refused) {
      this.reader.forgetDashboard();
      void this.refreshMixAfter(issued);
    }
    return { ...issued, outcome: issued.outcome.then((outcome) => this.refreshIfOutdated(outcome)) };
  }

  /** After a refusal because of a newer version, resolves once the newest state is on screen. */
  private async refreshIfOutdated(outcome: SaveOutcome): Promise<SaveOutcome> {
    if (outcome.kind === 'failed' && outcome.failure.isOutdated) await this.reader.refresh();
    return outcome;
  }

  /**
   * Undoes a change by anybody at any time; the server decides whether that is possible. Resolves once the result is on
   * screen.
   */
  async undo(changeId: string): Promise<SaveOutcome> {
    if (this.reader.cachedAt) return refusedOffline().outcome;
    try {
      const undoing = await this.#pending.runOnServer(() => this.callUndo(changeId));
      await this.reader.refresh();
      return { kind: 'saved', id: undoing, undo: () => this.undo(undoing) };
    } catch (error) {
      return { kind: 'failed', failure: this.explain(error) };
    }
  }

  /**
   * Runs a change that depends on data that only the server has, such as all purchases of an ingredient. Resolves once
   * its result is on screen.
   */
  async changeOnServer<T>(change: (api: OwnerClient, options: CallOptions) => Promise<T>): Promise<ServerOutcome<T>> {
    if (this.reader.cachedAt) return { kind: 'failed', failure: refusedOffline().refused };
    let changeId: string | undefined;
    const onChangeId = (id: string): void => {
      changeId = id;
    };
    try {
      const reply = await this.#pending.runOnServer(() => change(this.#options.api, { onChangeId }));
      await this.reader.refresh();
      const savedChangeId = changeId;
      return { kind: 'saved', reply, undo: savedChangeId === undefined ? undefined : () => this.undo(savedChangeId) };
    } catch (error) {
      return { kind: 'failed', failure: this.explain(error) };
    }
  }

  /** Reads the mix again after a change. Without a channel there are no sales and no mix. */
  private async refreshMixAfter({ outcome }: IssuedCommand): Promise<void> {
    await outcome;
    if (this.reader.missingParts.has('channels') || this.confirmed.channels.size > 0) await this.mix.read();
    else this.mix.set(null);
  }

  private async callUndo(changeId: string): Promise<string> {
    const { id } = await this.#options.api.call('undoChange', { params: { id: changeId } });
    return id;
  }

  private async send(command: BusinessCommand, confirmed: Business): Promise<ExecutedCommand> {
    const key = this.#uncertainCommands.take(command) ?? this.#newKey();
    try {
      const executed = await sendCommand(this.#options.api, { command, confirmed, key });
      this.reader.onAnswer();
      return executed;
    } catch (error) {
      if (error instanceof NetworkFailure) this.#uncertainCommands.remember({ command, key });
      throw error;
    }
  }

  private explain(error: unknown): Failure {
    if (error instanceof NetworkFailure) this.reader.markOutdated();
    if (error instanceof ApiProblem && error.status === 401) this.#options.onSignedOut();
    // The command was based on an old state, so the newest one is loaded.
    if (error instanceof ApiProblem && (error.status === 404 || error.status === 409)) void this.reader.refresh();
    return failureOf(error);
  }
}

/** Tells whether the entity that a command adds exists. */
function entityExists(business: Business, command: BusinessCommand): boolean {
  const decision = decide(business, command);
  return isRefusal(decision) && decision.refusal === 'id_taken';
}

function refusedOffline(): IssuedCommand & { readonly refused: Failure } {
  const failure = { sentence: 'Sem conexão com o Prumo, os dados são só para consulta: nada foi mudado.', fields: {} };
  return { id: '', refused: failure, outcome: Promise.resolve({ kind: 'failed', failure }) };
}

/**
 * Reuses the previous object of each dish whose figures are equal, so that a change to one dish of a thousand renders
 * only its own card.
 */
function reuseUnchangedDishes(): (figures: BusinessFigures) => BusinessFigures {
  let previous: ReadonlyMap<string, DishFigures> = new Map();
  return (figures) => {
    const dishes = new Map<string, DishFigures>();
    for (const [id, next] of figures.dishes) {
      const earlier = previous.get(id);
      dishes.set(id, earlier && compareStructural(earlier, next) ? earlier : next);
    }
    previous = dishes;
    return { ...figures, dishes };
  };
}
