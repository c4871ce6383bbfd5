import { normalizeName } from '#domain/names.ts';
import { findAppName } from '#domain/business/channel/channels.ts';
import { DEFAULT_CHANNEL_NAME, MAIN } from '#domain/business/sales/fields.ts';
import { makeAutoObservable, observable, observableRef, runInAction } from 'mobx';
import { SALES_KILOBYTES } from '#contract/limits.ts';
import { yearMonthName } from '#contract/instants.ts';
import type { SingleCommand } from '#domain/business/commands.ts';
import type { Channel, Dish } from '#domain/business/state.ts';
import { newId } from '#web/stores/business/entity-id.ts';
import type { Failure } from '#web/stores/business/outcome.ts';
import { reportBody } from '#web/stores/business/send-command.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { channelAdditions, NEW_CHANNEL_PREFIX } from '../fields/new-channels.ts';
import { channelsOf, channelsIfSeveral } from '../fields/channels-of.ts';
import { applyChangeSet } from '../entry/change-set.ts';
import type { DecimalMark } from '../files/cell-values.ts';
import { moveColumn } from '../files/column-choices.tsx';
import { ImportSource } from '../files/import-source.ts';
import type { ImportMemoryStore } from '../import-memory/import-memory.ts';
import { NearestName } from '../files/nearest-name.ts';
import { isNetHeading, entityInTitle } from './heading-words.ts';
import { rememberedAnswers, reportLayout } from './report-memory.ts';
import { type ReportColumns, isReadable, NO_COLUMNS, type ReportColumn } from './report-columns.ts';
import type { OpenedReport, ReportReader } from './report-reader.ts';
import {
  monthAfterImport,
  type OrdersRule,
  revenueCommand,
  type RevenueOffer,
  revenueOffers,
} from './report-revenue.ts';
import {
  dishIdOf,
  type DishMatch,
  type MergeRule,
  type ReportSet,
  sortReport,
  type SortedSales,
} from './report-sets.ts';
import { soldText } from './report-sentences.ts';
import type { ReportMonth, SignAnswer, ReportContents } from './read-report.ts';

/** The problem of a file that takes too long to read. */
export const TOO_LATE =
  'Este arquivo demora demais para abrir neste aparelho. Peça o relatório de um mês só, ou tente com um CSV.';

interface ReportDraftOptions {
  readonly business: BusinessStore;
  readonly reader: ReportReader;
  readonly memory: ImportMemoryStore;
  /** `YYYY-MM`: the month for a file that names none. */
  readonly month: string;
  /** The last twelve months, whose revenue can be set. */
  readonly lastMonths: readonly string[];
}

/** An import of a sales report: opened, read, reviewed, sent as one change. It outlives its screen. */
export class ReportDraft {
  readonly source: ImportSource;
  report: OpenedReport | undefined = undefined;
  /** Tells whether cancelled lines are included. */
  includesCancelled = false;
  /** Tells whether the values are after the app's fee; undefined until answered. */
  isWithoutFee: boolean | undefined = undefined;
  /** The decimal mark of quantities, where the file itself does not show it. */
  decimalMark: DecimalMark | undefined = undefined;
  /** The answers about lines with one negative number, by line; '' is the answer for all others. */
  signAnswers: Readonly<Record<string, SignAnswer>> = {};
  contents: ReportContents | undefined = undefined;
  columns: ReportColumns = NO_COLUMNS;
  month: string;
  /** Tells whether the columns are the remembered ones. */
  hasRememberedColumns = false;
  isSending = false;
  private channelId: string | null = null;
  /**
   * The answers of this draft, by plain name. It is one observable value, because a file may have thousands of names.
   */
  private answers: ReadonlyMap<string, string | null> = new Map();
  /** Plain names whose question is open again. */
  private reopenedKeys: ReadonlySet<string> = new Set();
  readonly #channelAnswers = observable.map<string, string | null>();
  readonly #revenueMonths = observable.set<string>();
  readonly #ordersRules = observable.map<string, OrdersRule>();
  /** The rules for existing sales that differ from the default, by month and channel. */
  readonly #mergeRules = observable.map<string, MergeRule>();
  /** Tells whether a part is included, by index, where the owner has chosen. */
  readonly #partChoices = observable.map<number, boolean>();
  readonly #options: ReportDraftOptions;
  #readingCount = 0;

  constructor(options: ReportDraftOptions) {
    this.#options = options;
    this.month = options.month;
    const { reader, memory } = options;
    this.source = new ImportSource({
      begin: (isNew) => {
        if (isNew) this.forgetAnswers();
        this.forgetReport();
      },
      open: async (files, openingOptions) => {
        const [opening] = await Promise.all([reader.open(files, openingOptions), memory.reload()]);
        return opening.ok ? { ok: true, show: () => this.show(opening.report) } : opening;
      },
    });
    makeAutoObservable<this, 'answers' | 'reopenedKeys'>(
      this,
      {
        source: false,
        report: observableRef,
        contents: observableRef,
        columns: observableRef,
        signAnswers: observableRef,
        answers: observableRef,
        reopenedKeys: observableRef,
      },
      { autoBind: true },
    );
  }

  /** The channels to distinguish; empty if the business has only one. */
  get channels(): readonly Channel[] {
    return channelsIfSeveral(channelsOf(this.#options.business));
  }

  /** The app in the title that is no channel yet. */
  get newAppChannel(): string | undefined {
    const app = findAppName(this.report?.title ?? '');
    const isKnownChannel = channelsOf(this.#options.business).some(
      ({ name }) => normalizeName(name) === normalizeName(app ?? ''),
    );
    return isKnownChannel ? undefined : app;
  }

  /** The channel of the whole file, where it has no column for it. */
  get wholeFileChannel(): string {
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
      const name = normalizeName(dish.name);
      if (!byName.has(name)) byName.set(name, dish);
    }
    return byName;
  }

  /** The dishes by name, for the select. */
  get dishList(): readonly Dish[] {
    return [...this.dishes.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'pt-BR'));
  }

  private get dishFinder(): NearestName<Dish> {
    return new NearestName(this.dishes.values());
  }

  /** The matches of the products, by index. */
  get matches(): readonly DishMatch[] {
    return (this.contents?.products ?? []).map(({ key }) => this.matchOf(key));
  }

  /** The indexes of unanswered products. */
  get unmatchedProducts(): readonly number[] {
    return this.matches.flatMap(({ kind }, index) => (kind === 'open' ? [index] : []));
  }

  /** The quantity of each product in the file, by index. */
  get quantities(): readonly number[] {
    const quantities = (this.contents?.products ?? []).map(() => 0);
    for (const { product, quantity } of this.contents?.sales ?? [])
      quantities[product] = (quantities[product] ?? 0) + quantity;
    return quantities;
  }

  /** The channel names in the file, where channels have to be distinguished. */
  get channelTexts(): readonly string[] {
    return this.columns.channel === null ? [] : (this.contents?.channels ?? []);
  }

  get unmatchedChannels(): readonly string[] {
    return this.channelTexts.filter((text) => this.channelOf(text) === undefined);
  }

  get sortedSales(): SortedSales | undefined {
    const { contents, matches } = this;
    if (!contents) return undefined;
    return sortReport({
      contents,
      dishOf: (product) => dishIdOf(matches[product]),
      channelOf: (text) => this.channelOf(text),
      ruleOf: ({ month, channelId }) => this.#mergeRules.get(`${month} ${channelId}`) ?? 'replace',
      sales: this.#options.business.state.sales,
    });
  }

  /** The offers to set the months' revenue too, for a report by dishes. */
  get revenueOffers(): readonly RevenueOffer[] {
    const { contents, sortedSales } = this;
    if (!contents || !sortedSales) return [];
    const { business, lastMonths } = this.#options;
    return revenueOffers({ state: business.state, sets: sortedSales.sets, months: contents.months, lastMonths });
  }

  /** The months of a report by orders. */
  get orderMonths(): readonly ReportMonth[] {
    const { isPerOrder = false, months = [] } = this.contents ?? {};
    const { lastMonths } = this.#options;
    return isPerOrder ? months.filter(({ month, revenue }) => revenue !== null && lastMonths.includes(month)) : [];
  }

  /**
   * Tells whether the file has only net values, so that the owner has to say whether the app's fee is already
   * subtracted.
   */
  get isNet(): boolean {
    return isNetHeading(this.report?.headings[this.columns.revenue ?? -1] ?? '');
  }

  get isDecimalMarkOpen(): boolean {
    return this.contents?.ambiguousQuantity !== undefined && this.decimalMark === undefined;
  }

  get isFeeOpen(): boolean {
    return this.isNet && this.isWithoutFee === undefined;
  }

  /** The indexes of the included parts. */
  get includedParts(): readonly number[] {
    return (this.report?.parts ?? []).flatMap(({ isIncludedByDefault }, index) =>
      (this.#partChoices.get(index) ?? isIncludedByDefault) ? [index] : [],
    );
  }

  ordersRule(month: string): OrdersRule | undefined {
    return this.#ordersRules.get(month);
  }

  /** The resulting revenue and orders of a month. */
  monthAfterImport(each: ReportMonth, rule: OrdersRule): ReturnType<typeof monthAfterImport> {
    return monthAfterImport(this.#options.business.state.months.get(Number(each.month.slice(5))), each, rule);
  }

  includesRevenue(month: string): boolean {
    return this.#revenueMonths.has(month);
  }

  /** The channel; null if its sales are left out; undefined if unanswered. */
  channelOf(text: string): string | null | undefined {
    const { channels } = this;
    if (this.columns.channel === null) return this.wholeFileChannel;
    const key = normalizeName(text);
    const answer = this.#channelAnswers.get(key);
    if (answer !== undefined) return answer;
    // Without several channels all sales go into one, until the owner chooses another.
    if (channels.length === 0) return this.wholeFileChannel;
    const named = channels.find(({ name }) => normalizeName(name) === key);
    if (named) return named.id;
    const remembered = this.#options.memory.name('channel', key);
    return remembered === null || channels.some(({ id }) => id === remembered) ? remembered : undefined;
  }

  /** The name of a channel, also of one that the import will add; undefined if there is only one. */
  channelName(id: string): string | undefined {
    if (id.startsWith(NEW_CHANNEL_PREFIX)) return id.slice(NEW_CHANNEL_PREFIX.length);
    const [main] = channelsOf(this.#options.business);
    const isAlone =
      this.channels.length === 0 && !this.sortedSales?.sets.some((set) => set.channelId.startsWith(NEW_CHANNEL_PREFIX));
    if (isAlone) return undefined;
    return this.channels.find((channel) => channel.id === id)?.name ?? main?.name ?? DEFAULT_CHANNEL_NAME;
  }

  suggestedDish(index: number): Dish | undefined {
    const name = this.contents?.products[index]?.name;
    return name === undefined ? undefined : this.dishFinder.find(name);
  }

  setColumn(column: ReportColumn, index: number | null): void {
    this.columns = { ...this.columns, ...moveColumn(this.columns, column, index) };
    void this.readContents();
  }

  setMonth(month: string): void {
    this.month = month;
    void this.readContents();
  }

  setIncludesCancelled(withCancelled: boolean): void {
    this.includesCancelled = withCancelled;
    void this.readContents();
  }

  setDecimalMark(mark: DecimalMark): void {
    this.decimalMark = mark;
    void this.readContents();
  }

  setWithoutFee(isWithoutFee: boolean): void {
    this.isWithoutFee = isWithoutFee;
    void this.readContents();
  }

  /** @param key the key of a line; '' for all lines, which replaces individual answers */
  setSign(key: string, answer: SignAnswer): void {
    this.signAnswers = key === '' ? { '': answer } : { ...this.signAnswers, [key]: answer };
    void this.readContents();
  }

  setPart(index: number, isIncluded: boolean): void {
    this.#partChoices.set(index, isIncluded);
    void this.readContents();
  }

  setRule({ month, channelId }: Pick<ReportSet, 'month' | 'channelId'>, rule: MergeRule): void {
    this.#mergeRules.set(`${month} ${channelId}`, rule);
  }

  setOrdersRule(month: string, rule: OrdersRule): void {
    this.#ordersRules.set(month, rule);
  }

  setWholeFileChannel(id: string): void {
    this.channelId = id;
  }

  /**
   * @param id the id of a channel, or `NEW_CHANNEL_PREFIX` and the name of a new one; null if its sales are left out
   */
  setChannel(text: string, id: string | null): void {
    this.#channelAnswers.set(normalizeName(text), id);
  }

  /**
   * Answers which dishes products are. @param productAnswers the indexes of products with the id of a dish; null if it
   * is none
   */
  answerProducts(productAnswers: readonly (readonly [place: number, id: string | null])[]): void {
    const named = productAnswers.map(([place, id]) => [this.contents?.products[place]?.key ?? '', id] as const);
    this.answers = new Map([...this.answers, ...named]);
    const keys = new Set(named.map(([key]) => key));
    this.reopenedKeys = new Set([...this.reopenedKeys].filter((key) => !keys.has(key)));
  }

  /** Opens the question about a product again. */
  reopen(place: number): void {
    const key = this.contents?.products[place]?.key;
    if (key === undefined) return;
    this.answers = new Map([...this.answers].filter(([other]) => other !== key));
    this.reopenedKeys = new Set(this.reopenedKeys).add(key);
  }

  setRevenue(month: string, isIncluded: boolean): void {
    if (isIncluded) this.#revenueMonths.add(month);
    else this.#revenueMonths.delete(month);
  }

  /** Returns to choosing a file; answers about names stay. */
  clear(): void {
    this.source.clear();
    this.source.type('');
    this.forgetReport();
  }

  /** Sends everything as one change. Resolves to whether it succeeded; otherwise everything stays with its problems. */
  async submit(): Promise<boolean> {
    const { sortedSales } = this;
    if (
      !sortedSales ||
      this.unmatchedProducts.length + this.unmatchedChannels.length > 0 ||
      this.isFeeOpen ||
      this.isDecimalMarkOpen ||
      this.isSending
    )
      return false;
    const commands = this.commands(sortedSales.sets);
    if (commands.length === 0) return false;
    this.source.problem = undefined;
    if (new TextEncoder().encode(JSON.stringify(reportBody({ commands }))).length > SALES_KILOBYTES * 1_024) {
      this.source.showProblem('São vendas demais para trazer de uma vez. Peça ao caixa um relatório com menos meses.');
      return false;
    }
    this.isSending = true;
    const text =
      sortedSales.sets.length === 0
        ? 'Faturamento trazido'
        : `Relatório trazido: ${soldText(sortedSales.imported.quantity)}`;
    const outcome = await applyChangeSet(this.#options.business, { commands: () => commands, text });
    runInAction(() => {
      this.isSending = false;
      if (outcome.kind === 'failed') this.showFailure(outcome.failure, sortedSales.sets);
      else {
        this.rememberAnswers();
        this.clear();
      }
    });
    return outcome.kind !== 'failed';
  }

  private forgetAnswers(): void {
    this.includesCancelled = false;
    this.isWithoutFee = undefined;
    this.decimalMark = undefined;
    this.signAnswers = {};
    this.#mergeRules.clear();
    this.#partChoices.clear();
    this.#ordersRules.clear();
  }

  private matchOf(key: string): DishMatch {
    const answer = this.answers.get(key);
    if (answer === null) return { kind: 'out' };
    const chosen = answer === undefined ? undefined : this.dishes.get(answer);
    if (chosen) return { kind: 'dish', dish: chosen, isExact: false };
    if (this.reopenedKeys.has(key)) return { kind: 'open' };
    const named = this.dishesByName.get(key);
    if (named) return { kind: 'dish', dish: named, isExact: true };
    const remembered = this.#options.memory.name('dish', key);
    if (remembered === null) return { kind: 'out' };
    const dish = remembered === undefined ? undefined : this.dishes.get(remembered);
    return dish ? { kind: 'dish', dish, isExact: false } : { kind: 'open' };
  }

  private forgetReport(): void {
    this.#readingCount += 1;
    this.#options.reader.close();
    this.report = undefined;
    this.contents = undefined;
    this.#revenueMonths.clear();
  }

  private async show(report: OpenedReport): Promise<void> {
    const remembered = reportLayout(this.#options.memory.layout(report.key));
    this.report = report;
    // A remembered layout may lack the rare columns.
    this.columns = { ...report.columns, ...remembered?.columns };
    this.hasRememberedColumns = remembered !== undefined;
    // The same file may be read again: answers of this draft take precedence.
    this.isWithoutFee ??= remembered?.answers.isWithoutFee;
    this.signAnswers = { ...remembered?.answers.signAnswers, ...this.signAnswers };
    const named = entityInTitle(this.channels, report.title);
    if (named ?? remembered) this.channelId = named?.id ?? remembered?.channelId ?? null;
    await this.readContents();
  }

  /** Reads the whole file again with the current choice of columns. */
  private async readContents(): Promise<void> {
    const { columns, month, includedParts, includesCancelled, signAnswers, decimalMark } = this;
    const ignoresValues = this.isNet && this.isWithoutFee === true;
    this.#readingCount += 1;
    const reading = this.#readingCount;
    if (!isReadable(columns)) {
      this.contents = undefined;
      return;
    }
    const dishes = [...this.dishesByName.keys()];
    try {
      const options = {
        columns,
        month,
        dishes,
        parts: includedParts,
        includesCancelled,
        ignoresValues,
        signAnswers,
        ...(decimalMark ? { decimalMark } : {}),
      };
      const contents = await this.#options.reader.readContents(options);
      if (reading === this.#readingCount) runInAction(() => (this.contents = contents));
    } catch {
      if (reading !== this.#readingCount) return;
      this.clear();
      this.source.showProblem(TOO_LATE);
    }
  }

  private commands(sets: readonly ReportSet[]): readonly SingleCommand[] {
    const newChannelId = newId();
    const { months, channels } = this.#options.business.state;
    const newChannelIds = new Map<string, string>();
    const additions = sets.flatMap(({ channelId }) => {
      if (!channelId.startsWith(NEW_CHANNEL_PREFIX) || newChannelIds.has(channelId)) return [];
      const existingIds = [...channels.keys(), ...newChannelIds.keys()];
      const channel = { id: newId(), name: channelId.slice(NEW_CHANNEL_PREFIX.length) };
      newChannelIds.set(channelId, channel.id);
      return channelAdditions(existingIds, channel);
    });
    return [
      ...additions,
      ...sets.map(
        ({ month, channelId, rows }) =>
          ({
            type: 'RecordSales',
            month,
            channelId: newChannelIds.get(channelId) ?? channelId,
            newChannelId,
            rows,
          }) as const,
      ),
      ...this.revenueOffers
        .filter(({ month, missing }) => missing.length === 0 && this.includesRevenue(month))
        .map(({ month, value, orders }) =>
          revenueCommand(month, {
            value: Number(value),
            orders: orders ?? months.get(Number(month.slice(5)))?.orders ?? 0,
          }),
        ),
      ...this.orderCommands,
    ];
  }

  private get orderCommands(): readonly SingleCommand[] {
    return this.orderMonths.flatMap((each) => {
      const rule = this.#ordersRules.get(each.month);
      const result = rule && this.monthAfterImport(each, rule);
      return result ? [revenueCommand(each.month, result)] : [];
    });
  }

  /** Tells whether there is anything to import. */
  get hasImport(): boolean {
    return (this.sortedSales?.sets.length ?? 0) > 0 || this.orderCommands.length > 0;
  }

  private rememberAnswers(): void {
    const { memory } = this.#options;
    const { report, columns, isWithoutFee, signAnswers } = this;
    // A channel that the import adds is recognised by its name.
    const savedIdOf = (id: string | null): string | null => (id?.startsWith(NEW_CHANNEL_PREFIX) ? null : id);
    const channelId = savedIdOf(this.channelId);
    const answers = rememberedAnswers({ isWithoutFee, signAnswers });
    const channels = [...this.#channelAnswers].filter(([, id]) => id === savedIdOf(id));
    memory.add({
      layouts: report ? [{ key: report.key, columns: { ...columns }, channelId, answers }] : [],
      names: [
        ...Array.from(this.answers, ([text, id]) => ({ kind: 'dish', text, id }) as const),
        ...channels.map(([text, id]) => ({ kind: 'channel', text, id }) as const),
      ],
    });
  }

  /** The server names a row by its path in the request: 'sets.3.rows.2.quantity'. */
  private showFailure({ sentence, fields }: Failure, sets: readonly ReportSet[]): void {
    const [field = ''] = Object.keys(fields);
    const set = sets[Number(/^sets\.(\d+)/.exec(field)?.[1] ?? -1)];
    const where = set ? ` Em ${yearMonthName(set.month)}:` : '';
    this.source.showProblem(`Nada foi trazido.${where} ${sentence}`);
  }
}
