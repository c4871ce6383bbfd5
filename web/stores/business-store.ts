import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Reply } from '#contract/endpoint.ts';
import type { OwnerContract, PastName } from '#contract/owner.ts';
import type { DashboardBody } from '#contract/replies.ts';
import type { BusinessCommand, SingleChange } from '#domain/business/commands.ts';
import type { Business, Dish, FixedCost, Ingredient, VariableCost } from '#domain/business/state.ts';
import type { Units } from '#domain/decimal.ts';
import { type BusinessFigures, businessFigures } from '#domain/figures/business-figures.ts';
import { type Gap, gapsOf } from '#domain/figures/completeness.ts';
import type { ApiClient, Sent as SentCall } from '#web/api/client.ts';
import { ApiProblem, NetworkFailure } from '#web/api/failures.ts';
import { type DashboardView, viewOfFigures, viewOfReply } from './business/dashboard-view.ts';
import { withCurrent } from './business/current.ts';
import { deliver } from './business/delivery.ts';
import { withVersion } from './business/narrowing.ts';
import { steadyFigures } from './business/steady-figures.ts';
import { BusinessLedger, type Issued, type Sent } from './business/ledger.ts';
import type { KnownChanges } from './business/known-changes.ts';
import { createLostCalls } from './business/lost-calls.ts';
import { type Failure, failureOf, type Outcome } from './business/outcome.ts';
import { type BusinessReading, type ListName, readBusiness, withKept } from './business/reading.ts';

export interface BusinessStoreOptions {
  readonly api: ApiClient;
  /** The server no longer knows who is asking. */
  readonly onSignedOut: () => void;
  /** What is in the answers of `api`; without it nothing is known of changes made elsewhere. */
  readonly known?: KnownChanges;
  /** What was last seen here, for when there is no connection. */
  readonly kept?: () => Promise<{ readonly business: Business; readonly at: Date } | undefined>;
  readonly newKey?: () => string;
  /** `api` answers as of this moment, a date or an ISO instant; without it as of now. */
  readonly asOf?: string;
}

/** Fields to change; those left out stay as they are. */
type Change<Entity, Fields extends keyof Entity> = { readonly [Field in Fields]?: Entity[Field] | undefined };

/** The business on screen: read once, changed at once, in agreement with the server afterwards. */
export class BusinessStore {
  status: 'idle' | 'loading' | 'loaded' | 'failed' = 'idle';
  /** What the server could not give: empty here, which is not the same as nothing there. */
  failedLists: ReadonlySet<ListName> = new Set();
  /** Of when the business on screen is, while it can only be looked at: there was no connection to read it. */
  keptAt: Date | null = null;
  /** Is the business being read again behind what is shown? */
  refreshing = false;
  private serverDashboard: DashboardBody | null = null;
  readonly #options: BusinessStoreOptions;
  readonly #ledger: BusinessLedger;
  readonly #lost = createLostCalls();
  readonly #steady = steadyFigures();
  readonly #newKey: () => string;
  #reading: Promise<void> | undefined;
  #outOfTouch = false;
  #catchingUp: Promise<void> | undefined;
  #isKnown: ((known: KnownChanges) => boolean)[] = [];
  #refresh: Promise<void> | undefined;

  constructor(options: BusinessStoreOptions) {
    this.#options = options;
    this.#newKey = options.newKey ?? (() => crypto.randomUUID());
    this.#ledger = new BusinessLedger({
      send: (command, confirmed) => this.send(command, confirmed),
      failed: (error) => this.explain(error),
    });
    makeAutoObservable<this, 'serverDashboard'>(
      this,
      { failedLists: observableRef, keptAt: observableRef, serverDashboard: observableRef },
      { autoBind: true },
    );
  }

  /** Is this the business as it once stood? Then it is only looked at. */
  get isPast(): boolean {
    return this.#options.asOf !== undefined;
  }

  /** The moment that it is shown as of; undefined: now. */
  get asOf(): string | undefined {
    return this.#options.asOf;
  }

  get state(): Business {
    return this.#ledger.shown;
  }

  /** Of what is shown. A dish whose figures have not changed keeps the very same object. */
  get figures(): BusinessFigures {
    return this.#steady(businessFigures(this.state));
  }

  get gaps(): readonly Gap[] {
    return gapsOf(this.state);
  }

  /** The server's figures until something is changed here, then our own of the same module. */
  get dashboard(): DashboardView {
    return this.serverDashboard ? viewOfReply(this.serverDashboard) : viewOfFigures(this.figures);
  }

  /** What the server has said, without what is still on its way to it. */
  get confirmed(): Business {
    return this.#ledger.confirmed;
  }

  /** Has the server given all of it? */
  get isWhole(): boolean {
    return this.status === 'loaded' && this.keptAt === null && this.failedLists.size === 0;
  }

  /** Would something be lost if the page closed now? */
  get unsaved(): boolean {
    return this.#ledger.unsaved;
  }

  /** For React keys: stays the same when the temporary id of a new thing gives way to the server's. */
  keyOf(id: string): string {
    return this.#ledger.keyOf(id);
  }

  /** Reads everything, with the spinner. Called again while it reads, it is the same reading. */
  open(): Promise<void> {
    this.#reading ??= this.read().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  /** 'Tentar de novo': with the spinner when nothing could be shown, else behind what is shown. */
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

  /**
   * A read of what has happened, once no change is on its way.
   * @throws ApiProblem · NetworkFailure
   */
  async lookBack<Name extends PastName>(
    name: Name,
    sent: SentCall<OwnerContract[Name]>,
  ): Promise<Reply<OwnerContract[Name]>> {
    await this.#ledger.settled();
    try {
      return await this.#options.api.call(name, sent);
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 401) this.#options.onSignedOut();
      throw error;
    }
  }

  private async readAgain(): Promise<void> {
    this.refreshing = true;
    try {
      await this.readUndisturbed();
    } catch (error) {
      this.#outOfTouch = true;
      console.error('Erro ao buscar dados do dashboard', error);
    } finally {
      runInAction(() => {
        this.refreshing = false;
      });
    }
  }

  addFixedCost(cost: Pick<FixedCost, 'name' | 'value'>): Issued {
    return this.issue({ type: 'AddFixedCost', id: crypto.randomUUID(), ...cost });
  }

  changeFixedCost(id: string, to: Change<FixedCost, 'name' | 'value'>): Issued {
    return this.issue({ type: 'ChangeFixedCost', id, ...to });
  }

  removeFixedCost(id: string): Issued {
    return this.issue({ type: 'RemoveFixedCost', id });
  }

  addVariableCost(cost: Pick<VariableCost, 'name' | 'percentage'>): Issued {
    return this.issue({ type: 'AddVariableCost', id: crypto.randomUUID(), ...cost });
  }

  changeVariableCost(id: string, to: Change<VariableCost, 'name' | 'percentage'>): Issued {
    return this.issue({ type: 'ChangeVariableCost', id, ...to });
  }

  removeVariableCost(id: string): Issued {
    return this.issue({ type: 'RemoveVariableCost', id });
  }

  addIngredient(ingredient: Pick<Ingredient, 'name' | 'unit' | 'unitPrice'>): Issued {
    return this.issue({ type: 'AddIngredient', id: crypto.randomUUID(), ...ingredient });
  }

  changeIngredient(id: string, to: Change<Ingredient, 'name' | 'unit' | 'unitPrice'>): Issued {
    return this.issue({ type: 'ChangeIngredient', id, ...to });
  }

  removeIngredient(id: string): Issued {
    return this.issue({ type: 'RemoveIngredient', id });
  }

  addDish(dish: Pick<Dish, 'name' | 'salePrice'>): Issued {
    return this.issue({ type: 'AddDish', id: crypto.randomUUID(), ...dish });
  }

  changeDish(id: string, to: Change<Dish, 'name' | 'salePrice'>): Issued {
    return this.issue({ type: 'ChangeDish', id, ...to });
  }

  removeDish(id: string): Issued {
    return this.issue({ type: 'RemoveDish', id });
  }

  addDishIngredient(line: { dishId: string; ingredientId: string; quantity: Units }): Issued {
    return this.issue({ type: 'AddDishIngredient', ...line });
  }

  changeDishIngredient(line: { dishId: string; ingredientId: string; quantity: Units }): Issued {
    return this.issue({ type: 'ChangeDishIngredient', ...line });
  }

  removeDishIngredient(line: { dishId: string; ingredientId: string }): Issued {
    return this.issue({ type: 'RemoveDishIngredient', ...line });
  }

  /**
   * Several changes as one: all of them are made, or none, and only over what is in view now. Things that they add keep
   * the ids given here.
   */
  changeTogether(commands: readonly SingleChange[]): Issued {
    return this.issue({
      type: 'ApplyChangeSet',
      commands: commands.map((command) => withVersion(command, this.state)),
    });
  }

  recordMonthRevenue(month: { month: number; value: Units; orders: number }): Issued {
    return this.issue({ type: 'RecordMonthRevenue', ...month });
  }

  /** Tells the server the average ticket; it keeps it for when no month gives one. A failure is only logged. */
  async stateAverageTicket(ticket: Units): Promise<void> {
    try {
      await deliver(this.#options.api, {
        command: { type: 'StateAverageTicket', ticket },
        confirmed: this.#ledger.confirmed,
        key: this.#newKey(),
      });
    } catch (error) {
      console.error('Erro ao salvar o ticket médio', error);
    }
  }

  /** The connection is back: catches up with what got no answer. */
  reconnected(): void {
    if (this.status === 'failed' || this.#outOfTouch) void this.retry();
  }

  /**
   * Something has happened to the business, here or elsewhere: unless it is known here, everything is read again behind
   * what is shown. What comes while that goes on is looked at afterwards.
   */
  happened(isKnown: (known: KnownChanges) => boolean): Promise<void> {
    this.#isKnown.push(isKnown);
    this.#catchingUp ??= this.catchUp().finally(() => {
      this.#catchingUp = undefined;
    });
    return this.#catchingUp;
  }

  /**
   * Takes back what one change did, whoever made it and when: the server knows whether it still can be. Ended when what
   * is there then is on screen.
   */
  async undo(changeId: string): Promise<Outcome> {
    if (this.keptAt) return refusedOffline().outcome;
    try {
      const undoing = await this.#ledger.atServer(() => this.callUndo(changeId));
      await this.refresh();
      return { kind: 'saved', id: undoing, undo: () => this.undo(undoing) };
    } catch (error) {
      return { kind: 'failed', failure: this.explain(error) };
    }
  }

  private async callUndo(changeId: string): Promise<string> {
    const { id } = await this.#options.api.call('undoChange', { params: { id: changeId } });
    return id;
  }

  private issue(command: BusinessCommand): Issued {
    if (this.keptAt) return refusedOffline();
    const issued = this.#ledger.issue(command);
    if (!issued.refused) this.serverDashboard = null;
    return issued;
  }

  private async send(command: BusinessCommand, confirmed: Business): Promise<Sent> {
    const key = this.#lost.take(command) ?? this.#newKey();
    try {
      const { changeId, ...sent } = await deliver(this.#options.api, { command, confirmed, key });
      // Every saved month is followed by the average ticket that it makes.
      if (command.type === 'RecordMonthRevenue') void this.stateAverageTicket(this.figures.dashboard.ticketMedio);
      if (this.#outOfTouch || this.failedLists.size > 0) void this.refresh();
      return changeId === undefined ? sent : { ...sent, undo: () => this.undo(changeId) };
    } catch (error) {
      if (error instanceof NetworkFailure) this.#lost.remember(command, key);
      if (error instanceof ApiProblem && error.code === 'changed_meanwhile')
        this.#ledger.adopt(withCurrent(this.#ledger.confirmed, command, error.current));
      throw error;
    }
  }

  private async catchUp(): Promise<void> {
    const { known } = this.#options;
    if (known === undefined) return;
    for (;;) {
      // The answer to an own command says that it was our own, and may come later than the news of it.
      await Promise.all([this.#ledger.settled(), this.#reading, this.#refresh]);
      if (this.#isKnown.splice(0).every((isKnown) => isKnown(known))) return;
      await this.refresh();
    }
  }

  private explain(error: unknown): Failure {
    if (error instanceof NetworkFailure) this.#outOfTouch = true;
    if (error instanceof ApiProblem && error.status === 401) this.#options.onSignedOut();
    // Ours was not the last word: show what is there now.
    if (error instanceof ApiProblem && (error.status === 404 || error.status === 409)) void this.refresh();
    return failureOf(error);
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

  private showKept({ business, at }: { readonly business: Business; readonly at: Date }): void {
    this.#ledger.adopt(business);
    this.keptAt = at;
    this.#outOfTouch = true;
  }

  /** A reading that overlaps a command may or may not contain it: then it is read again. */
  private async readUndisturbed(): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      await this.#ledger.settled();
      const mark = this.#ledger.started;
      const shown = this.#options.known?.reading();
      const reading = await readBusiness(this.#options.api);
      const disturbed = this.unsaved || mark !== this.#ledger.started;
      if (disturbed && tries < 5) continue;
      if (reading.failed.size === 0) shown?.();
      return this.show(reading);
    }
  }

  private show({ business, dashboard, failed, signedOut }: BusinessReading): void {
    if (signedOut) {
      this.status = 'idle';
      this.#options.onSignedOut();
      return;
    }
    this.#ledger.adopt(
      failed.size > 0 && this.status === 'loaded' ? withKept(business, this.#ledger.confirmed, failed) : business,
    );
    this.status = 'loaded';
    this.keptAt = null;
    this.#outOfTouch = false;
    this.failedLists = failed;
    this.serverDashboard = dashboard;
  }
}

function refusedOffline(): Issued & { readonly refused: Failure } {
  const failure = { sentence: 'Sem conexão com o Prumo, os dados são só para consulta: nada foi mudado.', fields: {} };
  return { id: '', refused: failure, outcome: Promise.resolve({ kind: 'failed', failure }) };
}
