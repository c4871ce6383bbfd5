import { findAppName } from '#domain/business/channel/channels.ts';
import { COUNTER, MAIN } from '#domain/business/sales/fields.ts';
import { makeAutoObservable, observable, observableRef, runInAction } from 'mobx';
import { SALES_KILOBYTES } from '#contract/limits.ts';
import { yearMonthName } from '#contract/month-names.ts';
import type { SingleChange } from '#domain/business/commands.ts';
import type { Channel, Dish } from '#domain/business/state.ts';
import { newId } from '#web/stores/business/entity-id.ts';
import type { Failure } from '#web/stores/business/outcome.ts';
import { reportBody } from '#web/stores/business/sales-report-call.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { channelAdditions, NEW_CHANNEL_PREFIX } from '../fields/new-channels.ts';
import { channelsOf, severalChannels } from '../fields/channels-of.ts';
import { applyChangeSet } from '../entry/change-set.ts';
import { plainName } from '../entry/equal-name.ts';
import type { DecimalMark } from '../files/cell-values.ts';
import { moveColumn } from '../files/column-choices.tsx';
import { ImportSource } from '../files/import-source.ts';
import type { ImportMemory } from '../import-memory/import-memory.ts';
import { NearestName } from '../files/nearest-name.ts';
import { isNetHeading, nameInTitle } from './heading-words.ts';
import { answersOf, reportLayout } from './report-memory.ts';
import { type Columns, isReadable, NO_COLUMNS, type ReportColumn } from './report-columns.ts';
import type { OpenedReport, ReportReader } from './report-reader.ts';
import { monthByOrders, type OrdersRule, revenueCommand, type RevenueOffer, revenueOffers } from './report-revenue.ts';
import { dishIdOf, type Match, type MeetingRule, type ReportSet, sortReport, type SortedSales } from './report-sets.ts';
import { soldText } from './report-sentences.ts';
import type { ReportMonth, SignAnswer, ReportContents } from './understand.ts';

export const TOO_LATE =
  'Este arquivo demora demais para abrir neste aparelho. Peça o relatório de um mês só, ou tente com um CSV.';

interface ReportDraftOptions {
  readonly business: BusinessStore;
  readonly reader: ReportReader;
  readonly memory: ImportMemory;
  /** `YYYY-MM`: the month for a file that names none. */
  readonly month: string;
  /** The last twelve months, whose revenue can be set. */
  readonly lastMonths: readonly string[];
}

/** An import of a sales report: opened, read, reviewed, sent as one change. It outlives its screen. */
export class ReportDraft {
  readonly source: ImportSource;
  report: OpenedReport | undefined = undefined;
  /** Whether cancelled lines are included. */
  withCancelled = false;
  /** Whether the values are after the app's fee; undefined until answered. */
  isWithoutFee: boolean | undefined = undefined;
  /** The decimal mark of quantities, where the file itself does not show it. */
  mark: DecimalMark | undefined = undefined;
  /** The answers about lines with one negative number, by line; '' is the answer for all others. */
  signs: Readonly<Record<string, SignAnswer>> = {};
  understood: ReportContents | undefined = undefined;
  columns: Columns = NO_COLUMNS;
  month: string;
  /** Whether the columns are the remembered ones. */
  isRemembered = false;
  isSending = false;
  private channelId: string | null = null;
  /**
   * The answers of this draft, by plain name. It is one observable value, because a file may have thousands of names.
   */
  private said: ReadonlyMap<string, string | null> = new Map();
  /** Plain names whose question is open again. */
  private reopened: ReadonlySet<string> = new Set();
  readonly #channels = observable.map<string, string | null>();
  readonly #revenueOf = observable.set<string>();
  readonly #ordersRules = observable.map<string, OrdersRule>();
  /** The rules for existing sales that differ from the default, by month and channel. */
  readonly #rules = observable.map<string, MeetingRule>();
  /** Whether a part is included, by index, where the owner has chosen. */
  readonly #parts = observable.map<number, boolean>();
  readonly #options: ReportDraftOptions;
  #times = 0;

  constructor(options: ReportDraftOptions) {
    this.#options = options;
    this.month = options.month;
    const { reader, memory } = options;
    this.source = new ImportSource({
      begin: (isNew) => {
        if (isNew) this.forgetAnswers();
        this.forgetReport();
      },
      open: async (files, asked) => {
        const [opening] = await Promise.all([reader.open(files, asked), memory.read()]);
        return opening.ok ? { ok: true, show: () => this.show(opening.report) } : opening;
      },
    });
    makeAutoObservable<this, 'said' | 'reopened'>(
      this,
      {
        source: false,
        report: observableRef,
        understood: observableRef,
        columns: observableRef,
        signs: observableRef,
        said: observableRef,
        reopened: observableRef,
      },
      { autoBind: true },
    );
  }

  /** The channels to distinguish; empty if the business has only one. */
  get channels(): readonly Channel[] {
    return severalChannels(this.#options.business);
  }

  /** The app in the title that is no channel yet. */
  get appInTitle(): string | undefined {
    const app = findAppName(this.report?.title ?? '');
    const isThere = channelsOf(this.#options.business).some(({ name }) => plainName(name) === plainName(app ?? ''));
    return isThere ? undefined : app;
  }

  /** The channel of the whole file, where it has no column for it. */
  get channelOfAll(): string {
    if (this.channelId?.startsWith(NEW_CHANNEL_PREFIX)) return this.channelId;
    return this.channels.find(({ id }) => id === this.channelId)?.id ?? this.mainChannel;
  }

  get mainChannel(): string {
    const [main] = channelsOf(this.#options.business);
    return main?.id ?? MAIN;
  }

  private get dishes(): ReadonlyMap<string, Dish> {
    return this.#options.business.state.dishes;
  }

  /** The dishes by plain name; the first of two equal ones. */
  get dishesByName(): ReadonlyMap<string, Dish> {
    const byName = new Map<string, Dish>();
    for (const dish of this.dishes.values()) {
      const name = plainName(dish.name);
      if (!byName.has(name)) byName.set(name, dish);
    }
    return byName;
  }

  /** The dishes by name, for the select. */
  get dishList(): readonly Dish[] {
    return [...this.dishes.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'pt-BR'));
  }

  private get nearest(): NearestName<Dish> {
    return new NearestName(this.dishes.values());
  }

  /** The matches of the products, by index. */
  get matches(): readonly Match[] {
    return (this.understood?.products ?? []).map(({ key }) => this.matchOf(key));
  }

  /** The indexes of unanswered products. */
  get open(): readonly number[] {
    return this.matches.flatMap(({ kind }, place) => (kind === 'open' ? [place] : []));
  }

  /** The quantity of each product in the file, by index. */
  get quantities(): readonly number[] {
    const quantities = (this.understood?.products ?? []).map(() => 0);
    for (const { product, quantity } of this.understood?.sold ?? [])
      quantities[product] = (quantities[product] ?? 0) + quantity;
    return quantities;
  }

  /** The channel names in the file, where channels have to be distinguished. */
  get channelTexts(): readonly string[] {
    return this.columns.channel === null ? [] : (this.understood?.channels ?? []);
  }

  get openChannels(): readonly string[] {
    return this.channelTexts.filter((text) => this.channelOf(text) === undefined);
  }

  get sorted(): SortedSales | undefined {
    const { understood, matches } = this;
    if (!understood) return undefined;
    return sortReport({
      understood,
      dishOf: (product) => dishIdOf(matches[product]),
      channelOf: (text) => this.channelOf(text),
      ruleOf: ({ month, channelId }) => this.#rules.get(`${month} ${channelId}`) ?? 'replace',
      sales: this.#options.business.state.sales,
    });
  }

  /** The possible revenues of the months besides the sales by dish. */
  get revenueOffers(): readonly RevenueOffer[] {
    const { understood, sorted } = this;
    if (!understood || !sorted) return [];
    const { business, lastMonths } = this.#options;
    return revenueOffers({ state: business.state, sets: sorted.sets, months: understood.months, lastMonths });
  }

  /** The months of a report by orders. */
  get orderMonths(): readonly ReportMonth[] {
    const { isPerOrder = false, months = [] } = this.understood ?? {};
    const { lastMonths } = this.#options;
    return isPerOrder ? months.filter(({ month, revenue }) => revenue !== null && lastMonths.includes(month)) : [];
  }

  /** Whether the file has only net values, so that the owner has to say whether the app's fee is already subtracted. */
  get isNet(): boolean {
    return isNetHeading(this.report?.headings[this.columns.revenue ?? -1] ?? '');
  }

  get isMarkOpen(): boolean {
    return this.understood?.unclearQuantity !== undefined && this.mark === undefined;
  }

  get isFeeOpen(): boolean {
    return this.isNet && this.isWithoutFee === undefined;
  }

  /** The indexes of the included parts. */
  get parts(): readonly number[] {
    return (this.report?.parts ?? []).flatMap(({ isProposed }, place) =>
      (this.#parts.get(place) ?? isProposed) ? [place] : [],
    );
  }

  ordersRule(month: string): OrdersRule | undefined {
    return this.#ordersRules.get(month);
  }

  /** The resulting revenue and orders of a month. */
  monthBy(each: ReportMonth, rule: OrdersRule): ReturnType<typeof monthByOrders> {
    return monthByOrders(this.#options.business.state.months.get(Number(each.month.slice(5))), each, rule);
  }

  takesRevenue(month: string): boolean {
    return this.#revenueOf.has(month);
  }

  /** The channel; null if its sales are left out; undefined if unanswered. */
  channelOf(text: string): string | null | undefined {
    const { channels } = this;
    if (this.columns.channel === null) return this.channelOfAll;
    const key = plainName(text);
    const said = this.#channels.get(key);
    if (said !== undefined) return said;
    // Without several channels all sales go into one, until the owner chooses another.
    if (channels.length === 0) return this.channelOfAll;
    const named = channels.find(({ name }) => plainName(name) === key);
    if (named) return named.id;
    const remembered = this.#options.memory.name('channel', key);
    return remembered === null || channels.some(({ id }) => id === remembered) ? remembered : undefined;
  }

  /** The name of a channel, also of one that the import will add; undefined if there is only one. */
  channelName(id: string): string | undefined {
    if (id.startsWith(NEW_CHANNEL_PREFIX)) return id.slice(NEW_CHANNEL_PREFIX.length);
    const [main] = channelsOf(this.#options.business);
    const isAlone =
      this.channels.length === 0 && !this.sorted?.sets.some((set) => set.channelId.startsWith(NEW_CHANNEL_PREFIX));
    if (isAlone) return undefined;
    return this.channels.find((channel) => channel.id === id)?.name ?? main?.name ?? COUNTER;
  }

  proposalFor(place: number): Dish | undefined {
    const name = this.understood?.products[place]?.name;
    return name === undefined ? undefined : this.nearest.find(name);
  }

  setColumn(column: ReportColumn, index: number | null): void {
    this.columns = { ...this.columns, ...moveColumn(this.columns, column, index) };
    void this.understand();
  }

  setMonth(month: string): void {
    this.month = month;
    void this.understand();
  }

  setWithCancelled(withCancelled: boolean): void {
    this.withCancelled = withCancelled;
    void this.understand();
  }

  setMark(mark: DecimalMark): void {
    this.mark = mark;
    void this.understand();
  }

  setWithoutFee(isWithoutFee: boolean): void {
    this.isWithoutFee = isWithoutFee;
    void this.understand();
  }

  /** @param key the key of a line; '' for all lines, which replaces individual answers */
  setSign(key: string, answer: SignAnswer): void {
    this.signs = key === '' ? { '': answer } : { ...this.signs, [key]: answer };
    void this.understand();
  }

  setPart(place: number, isIncluded: boolean): void {
    this.#parts.set(place, isIncluded);
    void this.understand();
  }

  setRule({ month, channelId }: Pick<ReportSet, 'month' | 'channelId'>, rule: MeetingRule): void {
    this.#rules.set(`${month} ${channelId}`, rule);
  }

  setOrdersRule(month: string, rule: OrdersRule): void {
    this.#ordersRules.set(month, rule);
  }

  setChannelOfAll(id: string): void {
    this.channelId = id;
  }

  /** @param id the id of a channel, or `TO_BE_MADE` and the name of a new one; null if its sales are left out */
  setChannel(text: string, id: string | null): void {
    this.#channels.set(plainName(text), id);
  }

  /** @param said the indexes of products with the id of a dish; null if it is none */
  say(said: readonly (readonly [place: number, id: string | null])[]): void {
    const named = said.map(([place, id]) => [this.understood?.products[place]?.key ?? '', id] as const);
    this.said = new Map([...this.said, ...named]);
    const keys = new Set(named.map(([key]) => key));
    this.reopened = new Set([...this.reopened].filter((key) => !keys.has(key)));
  }

  /** Opens the question about a product again. */
  reopen(place: number): void {
    const key = this.understood?.products[place]?.key;
    if (key === undefined) return;
    this.said = new Map([...this.said].filter(([other]) => other !== key));
    this.reopened = new Set(this.reopened).add(key);
  }

  setRevenue(month: string, isIncluded: boolean): void {
    if (isIncluded) this.#revenueOf.add(month);
    else this.#revenueOf.delete(month);
  }

  /** Returns to choosing a file; answers about names stay. */
  clear(): void {
    this.source.clear();
    this.source.type('');
    this.forgetReport();
  }

  /** Sends everything as one change. Resolves to whether it succeeded; otherwise everything stays with its problems. */
  async take(): Promise<boolean> {
    const { sorted } = this;
    if (
      !sorted ||
      this.open.length + this.openChannels.length > 0 ||
      this.isFeeOpen ||
      this.isMarkOpen ||
      this.isSending
    )
      return false;
    const commands = this.commands(sorted.sets);
    if (commands.length === 0) return false;
    this.source.problem = undefined;
    if (new TextEncoder().encode(JSON.stringify(reportBody({ commands }))).length > SALES_KILOBYTES * 1_024) {
      this.source.showProblem('São vendas demais para trazer de uma vez. Peça ao caixa um relatório com menos meses.');
      return false;
    }
    this.isSending = true;
    const text =
      sorted.sets.length === 0 ? 'Faturamento trazido' : `Relatório trazido: ${soldText(sorted.taken.quantity)}`;
    const ended = await applyChangeSet(this.#options.business, { commands: () => commands, text });
    runInAction(() => {
      this.isSending = false;
      if (ended.kind === 'failed') this.refuse(ended.failure, sorted.sets);
      else {
        this.remember();
        this.clear();
      }
    });
    return ended.kind !== 'failed';
  }

  private forgetAnswers(): void {
    this.withCancelled = false;
    this.isWithoutFee = undefined;
    this.mark = undefined;
    this.signs = {};
    this.#rules.clear();
    this.#parts.clear();
    this.#ordersRules.clear();
  }

  private matchOf(key: string): Match {
    const said = this.said.get(key);
    if (said === null) return { kind: 'out' };
    const chosen = said === undefined ? undefined : this.dishes.get(said);
    if (chosen) return { kind: 'dish', dish: chosen, isExact: false };
    if (this.reopened.has(key)) return { kind: 'open' };
    const named = this.dishesByName.get(key);
    if (named) return { kind: 'dish', dish: named, isExact: true };
    const remembered = this.#options.memory.name('dish', key);
    if (remembered === null) return { kind: 'out' };
    const dish = remembered === undefined ? undefined : this.dishes.get(remembered);
    return dish ? { kind: 'dish', dish, isExact: false } : { kind: 'open' };
  }

  private forgetReport(): void {
    this.#times += 1;
    this.#options.reader.close();
    this.report = undefined;
    this.understood = undefined;
    this.#revenueOf.clear();
  }

  private async show(report: OpenedReport): Promise<void> {
    const remembered = reportLayout(this.#options.memory.layout(report.key));
    this.report = report;
    // A remembered layout may lack the rare columns.
    this.columns = { ...report.columns, ...remembered?.columns };
    this.isRemembered = remembered !== undefined;
    // The same file may be read again: answers of this draft take precedence.
    this.isWithoutFee ??= remembered?.answers.isWithoutFee;
    this.signs = { ...remembered?.answers.signs, ...this.signs };
    const named = nameInTitle(this.channels, report.title);
    if (named ?? remembered) this.channelId = named?.id ?? remembered?.channelId ?? null;
    await this.understand();
  }

  /** Reads the whole file again with the current choice of columns. */
  private async understand(): Promise<void> {
    const { columns, month, parts, withCancelled, signs, mark } = this;
    const withoutValues = this.isNet && this.isWithoutFee === true;
    this.#times += 1;
    const time = this.#times;
    if (!isReadable(columns)) {
      this.understood = undefined;
      return;
    }
    const dishes = [...this.dishesByName.keys()];
    try {
      const asked = { columns, month, dishes, parts, withCancelled, withoutValues, signs, ...(mark ? { mark } : {}) };
      const understood = await this.#options.reader.understand(asked);
      if (time === this.#times) runInAction(() => (this.understood = understood));
    } catch {
      if (time !== this.#times) return;
      this.clear();
      this.source.showProblem(TOO_LATE);
    }
  }

  private commands(sets: readonly ReportSet[]): readonly SingleChange[] {
    const newChannelId = newId();
    const { months, channels } = this.#options.business.state;
    const made = new Map<string, string>();
    const additions = sets.flatMap(({ channelId }) => {
      if (!channelId.startsWith(NEW_CHANNEL_PREFIX) || made.has(channelId)) return [];
      const there = [...channels.keys(), ...made.keys()];
      const channel = { id: newId(), name: channelId.slice(NEW_CHANNEL_PREFIX.length) };
      made.set(channelId, channel.id);
      return channelAdditions(there, channel);
    });
    return [
      ...additions,
      ...sets.map(
        ({ month, channelId, rows }) =>
          ({ type: 'RecordSales', month, channelId: made.get(channelId) ?? channelId, newChannelId, rows }) as const,
      ),
      ...this.revenueOffers
        .filter(({ month, missing }) => missing.length === 0 && this.takesRevenue(month))
        .map(({ month, value, orders }) =>
          revenueCommand(month, {
            value: Number(value),
            orders: orders ?? months.get(Number(month.slice(5)))?.orders ?? 0,
          }),
        ),
      ...this.orderCommands,
    ];
  }

  private get orderCommands(): readonly SingleChange[] {
    return this.orderMonths.flatMap((each) => {
      const rule = this.#ordersRules.get(each.month);
      const will = rule && this.monthBy(each, rule);
      return will ? [revenueCommand(each.month, will)] : [];
    });
  }

  /** Whether there is anything to import. */
  get hasAny(): boolean {
    return (this.sorted?.sets.length ?? 0) > 0 || this.orderCommands.length > 0;
  }

  private remember(): void {
    const { memory } = this.#options;
    const { report, columns, isWithoutFee, signs } = this;
    // A channel that the import adds is recognised by its name.
    const known = (id: string | null): string | null => (id?.startsWith(NEW_CHANNEL_PREFIX) ? null : id);
    const channelId = known(this.channelId);
    const answers = answersOf({ isWithoutFee, signs });
    const channels = [...this.#channels].filter(([, id]) => id === known(id));
    memory.learn({
      layouts: report ? [{ key: report.key, columns: { ...columns }, channelId, answers }] : [],
      names: [
        ...Array.from(this.said, ([text, id]) => ({ kind: 'dish', text, id }) as const),
        ...channels.map(([text, id]) => ({ kind: 'channel', text, id }) as const),
      ],
    });
  }

  /** The server names a row by its path in the request: 'sets.3.rows.2.quantity'. */
  private refuse({ sentence, fields }: Failure, sent: readonly ReportSet[]): void {
    const [field = ''] = Object.keys(fields);
    const set = sent[Number(/^sets\.(\d+)/.exec(field)?.[1] ?? -1)];
    const where = set ? ` Em ${yearMonthName(set.month)}:` : '';
    this.source.showProblem(`Nada foi trazido.${where} ${sentence}`);
  }
}
