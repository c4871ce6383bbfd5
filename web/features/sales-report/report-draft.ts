import { makeAutoObservable, observable, observableRef, runInAction } from 'mobx';
import { SALES_KILOBYTES } from '#contract/entities/sales-size.ts';
import { yearMonthName } from '#contract/month-names.ts';
import type { SingleChange } from '#domain/business/commands.ts';
import { MAIN } from '#domain/business/sales.ts';
import type { Channel, Dish } from '#domain/business/state.ts';
import { LIMITS } from '#domain/limits.ts';
import { newId } from '#web/stores/business/new-id.ts';
import type { Failure } from '#web/stores/business/outcome.ts';
import { reportBody } from '#web/stores/business/sales-report-call.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { channelsOf, severalChannels } from '../channels/channels-of.ts';
import { makeSet } from '../entry/change-set.ts';
import { plainName } from '../entry/equal-name.ts';
import type { EncodingChoice } from '../files/encoding.ts';
import { MAX_BYTES, TOO_LARGE } from '../files/sheet.ts';
import { NearestName } from '../files/nearest-name.ts';
import type { Choices, ReportMemory } from './report-memory.ts';
import { type Columns, isReadable, NO_COLUMNS, type ReportColumn } from './report-columns.ts';
import type { OpenedReport, OpeningOptions, ReportReader } from './report-reader.ts';
import { type ReportSet, sortReport, type Sorted } from './report-sets.ts';
import { soldText } from './report-sentences.ts';
import type { ReportMonth, Understood } from './understand.ts';
import { TOO_LATE } from './worker-reader.ts';

/** What a name of the file is; open until somebody says so. */
export type Match =
  | { readonly kind: 'dish'; readonly dish: Dish; readonly isExact: boolean }
  | { readonly kind: 'out' }
  | { readonly kind: 'open' };

interface DraftOptions {
  readonly business: BusinessStore;
  readonly reader: ReportReader;
  readonly memory: ReportMemory;
  /** `YYYY-MM`: of a file that does not say it. */
  readonly month: string;
}

/** A report on its way into the sales: opened, understood, looked through, taken as one change. It outlives its screen. */
export class ReportDraft {
  fileName = '';
  isReading = false;
  problem: string | undefined = undefined;
  report: OpenedReport | undefined = undefined;
  /** The letters that the file may be in, until one is chosen. */
  encodings: readonly EncodingChoice[] = [];
  /** Is what the file hides taken in? */
  withHidden = false;
  understood: Understood | undefined = undefined;
  columns: Columns = NO_COLUMNS;
  month: string;
  /** Are the columns those that were said of an earlier file? */
  isRemembered = false;
  isSending = false;
  private channelId: string | null = null;
  /** By plain name what somebody has said here. One thing to observe, as a file may have thousands of names. */
  private said: Choices = new Map();
  /** Plain names of which it is to be said again. */
  private reopened: ReadonlySet<string> = new Set();
  readonly #channels = observable.map<string, string | null>();
  readonly #revenueOf = observable.set<string>();
  readonly #options: DraftOptions;
  #times = 0;
  #source:
    { readonly name: string; readonly bytes: () => Promise<ArrayBuffer>; readonly options: OpeningOptions } | undefined;

  constructor(options: DraftOptions) {
    this.#options = options;
    this.month = options.month;
    makeAutoObservable<this, 'said' | 'reopened'>(
      this,
      {
        report: observableRef,
        encodings: observableRef,
        understood: observableRef,
        columns: observableRef,
        said: observableRef,
        reopened: observableRef,
      },
      { autoBind: true },
    );
  }

  /** Those to be told apart; none where there is but one. */
  get channels(): readonly Channel[] {
    return severalChannels(this.#options.business);
  }

  /** Of all of the file, where no column says it. */
  get channelOfAll(): string {
    const [main] = channelsOf(this.#options.business);
    return this.channels.find(({ id }) => id === this.channelId)?.id ?? main?.id ?? MAIN;
  }

  private get dishes(): ReadonlyMap<string, Dish> {
    return this.#options.business.state.dishes;
  }

  /** By plain name; of two equal ones the first. */
  get dishesByName(): ReadonlyMap<string, Dish> {
    const byName = new Map<string, Dish>();
    for (const dish of this.dishes.values()) {
      const name = plainName(dish.name);
      if (!byName.has(name)) byName.set(name, dish);
    }
    return byName;
  }

  /** By name, for who chooses. */
  get dishList(): readonly Dish[] {
    return [...this.dishes.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'pt-BR'));
  }

  private get nearest(): NearestName<Dish> {
    return new NearestName(this.dishes.values());
  }

  /** What each product is, by its place. */
  get matches(): readonly Match[] {
    return (this.understood?.products ?? []).map(({ key }) => this.matchOf(key));
  }

  /** Places of the products of which nobody has said what they are. */
  get open(): readonly number[] {
    return this.matches.flatMap(({ kind }, place) => (kind === 'open' ? [place] : []));
  }

  /** How much of each product is in the file, by its place. */
  get quantities(): readonly number[] {
    const quantities = (this.understood?.products ?? []).map(() => 0);
    for (const { product, quantity } of this.understood?.sold ?? [])
      quantities[product] = (quantities[product] ?? 0) + quantity;
    return quantities;
  }

  /** What the file calls channels, where they are to be told apart. */
  get channelTexts(): readonly string[] {
    return this.channels.length === 0 || this.columns.channel === null ? [] : (this.understood?.channels ?? []);
  }

  get openChannels(): readonly string[] {
    return this.channelTexts.filter((text) => this.channelOf(text) === undefined);
  }

  get sorted(): Sorted | undefined {
    const { understood, matches } = this;
    if (!understood) return undefined;
    return sortReport({
      understood,
      dishOf: (product) => dishIdOf(matches[product]),
      channelOf: (text) => this.channelOf(text),
      sales: this.#options.business.state.sales,
    });
  }

  /** Months whose revenue the file says: the latest of each name, as the year is planned once. */
  get revenueMonths(): readonly ReportMonth[] {
    const byNumber = new Map<string, ReportMonth>();
    for (const each of this.understood?.months ?? []) {
      const { revenue } = each;
      if (revenue !== null && revenue > 0n && revenue <= BigInt(LIMITS.monthlyRevenue.max))
        byNumber.set(each.month.slice(5), each);
    }
    return [...byNumber.values()];
  }

  takesRevenue(month: string): boolean {
    return this.#revenueOf.has(month);
  }

  /** null: what nobody brings in; undefined: nobody has said it. */
  channelOf(text: string): string | null | undefined {
    const { channels } = this;
    if (channels.length === 0 || this.columns.channel === null) return this.channelOfAll;
    const key = plainName(text);
    const said = this.#channels.get(key);
    if (said !== undefined) return said;
    const named = channels.find(({ name }) => plainName(name) === key);
    if (named) return named.id;
    const remembered = this.#options.memory.channel(key);
    return remembered === null || channels.some(({ id }) => id === remembered) ? remembered : undefined;
  }

  proposalFor(place: number): Dish | undefined {
    const name = this.understood?.products[place]?.name;
    return name === undefined ? undefined : this.nearest.to(name);
  }

  async chooseFile(file: File): Promise<void> {
    if (file.size > MAX_BYTES) return this.complain(TOO_LARGE);
    await this.read(file.name, () => file.arrayBuffer());
  }

  async choosePasted(text: string): Promise<void> {
    const { buffer } = new TextEncoder().encode(text);
    await this.read('Células coladas', () => Promise.resolve(buffer));
  }

  /** Reads the same file once more, by what has been said of it. */
  async readAgain(options: OpeningOptions): Promise<void> {
    const source = this.#source;
    if (source) await this.read(source.name, source.bytes, { ...source.options, ...options });
  }

  setColumn(column: ReportColumn, index: number | null): void {
    const freed = Object.fromEntries(
      Object.entries(this.columns).map(([other, place]) => [other, place === index ? null : place]),
    ) as Columns;
    this.columns = { ...freed, [column]: index };
    void this.understand();
  }

  setMonth(month: string): void {
    this.month = month;
    void this.understand();
  }

  setChannelOfAll(id: string): void {
    this.channelId = id;
  }

  /** @param id of a channel; null: it is not brought in */
  setChannel(text: string, id: string | null): void {
    this.#channels.set(plainName(text), id);
  }

  /** @param said places of products, and of each the id of a dish; null: it is none */
  say(said: readonly (readonly [place: number, id: string | null])[]): void {
    const named = said.map(([place, id]) => [this.understood?.products[place]?.key ?? '', id] as const);
    this.said = new Map([...this.said, ...named]);
    const keys = new Set(named.map(([key]) => key));
    this.reopened = new Set([...this.reopened].filter((key) => !keys.has(key)));
  }

  /** What a product is, is to be said again. */
  reopen(place: number): void {
    const key = this.understood?.products[place]?.key;
    if (key === undefined) return;
    this.said = new Map([...this.said].filter(([other]) => other !== key));
    this.reopened = new Set(this.reopened).add(key);
  }

  setRevenue(month: string, isTaken: boolean): void {
    if (isTaken) this.#revenueOf.add(month);
    else this.#revenueOf.delete(month);
  }

  complain(sentence: string): void {
    this.problem = sentence;
  }

  /** Back to choosing a file. What was said of names stays. */
  clear(): void {
    this.#times += 1;
    this.#options.reader.close();
    this.report = undefined;
    this.understood = undefined;
    this.encodings = [];
    this.problem = undefined;
    this.isReading = false;
    this.#revenueOf.clear();
  }

  /** All as one change. Resolves to whether it was made; else everything is as it was, with what is wrong. */
  async take(): Promise<boolean> {
    const { sorted } = this;
    if (!sorted || sorted.sets.length === 0 || this.open.length + this.openChannels.length > 0 || this.isSending)
      return false;
    this.problem = undefined;
    const commands = this.commands(sorted.sets);
    if (new TextEncoder().encode(JSON.stringify(reportBody({ commands }))).length > SALES_KILOBYTES * 1_024) {
      this.problem = 'São vendas demais para trazer de uma vez. Peça ao caixa um relatório com menos meses.';
      return false;
    }
    this.isSending = true;
    const text = `Relatório trazido: ${soldText(sorted.taken.quantity)}`;
    const ended = await makeSet(this.#options.business, { commands: () => commands, text });
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

  private matchOf(key: string): Match {
    const said = this.said.get(key);
    if (said === null) return { kind: 'out' };
    const chosen = said === undefined ? undefined : this.dishes.get(said);
    if (chosen) return { kind: 'dish', dish: chosen, isExact: false };
    if (this.reopened.has(key)) return { kind: 'open' };
    const named = this.dishesByName.get(key);
    if (named) return { kind: 'dish', dish: named, isExact: true };
    const remembered = this.#options.memory.product(key);
    if (remembered === null) return { kind: 'out' };
    const dish = remembered === undefined ? undefined : this.dishes.get(remembered);
    return dish ? { kind: 'dish', dish, isExact: false } : { kind: 'open' };
  }

  private async read(name: string, bytes: () => Promise<ArrayBuffer>, options: OpeningOptions = {}): Promise<void> {
    this.clear();
    this.#source = { name, bytes, options };
    this.withHidden = options.withHidden === true;
    this.#times += 1;
    const time = this.#times;
    this.fileName = name;
    this.isReading = true;
    const opening = await bytes()
      .then((buffer) => this.#options.reader.open(buffer, options))
      .catch(() => ({ ok: false, sentence: 'Não deu para ler este arquivo. Escolha de novo.' }) as const);
    await this.#options.memory.readAgain();
    if (time !== this.#times) return;
    runInAction(() => {
      this.isReading = false;
      if (opening.ok) this.show(opening.report);
      else if ('choices' in opening) this.encodings = opening.choices;
      else this.problem = opening.sentence;
    });
    if (opening.ok) await this.understand();
  }

  private show(report: OpenedReport): void {
    const remembered = this.#options.memory.layout(report.key);
    this.report = report;
    this.columns = remembered?.columns ?? report.columns;
    this.isRemembered = remembered !== undefined;
    if (remembered) this.channelId = remembered.channelId;
  }

  /** Looks at the whole file again, for what the columns are now said to be. */
  private async understand(): Promise<void> {
    const { columns, month } = this;
    this.#times += 1;
    const time = this.#times;
    if (!isReadable(columns)) {
      this.understood = undefined;
      return;
    }
    const dishes = [...this.dishesByName.keys()];
    try {
      const understood = await this.#options.reader.understand({ columns, month, dishes });
      if (time === this.#times) runInAction(() => (this.understood = understood));
    } catch {
      if (time !== this.#times) return;
      this.clear();
      this.complain(TOO_LATE);
    }
  }

  private commands(sets: readonly ReportSet[]): readonly SingleChange[] {
    const newChannelId = newId();
    const { months } = this.#options.business.state;
    return [
      ...sets.map(
        ({ month, channelId, rows }) => ({ type: 'RecordSales', month, channelId, newChannelId, rows }) as const,
      ),
      ...this.revenueMonths
        .filter(({ month }) => this.takesRevenue(month))
        .map(({ month: yearMonth, revenue, orders }) => {
          const month = Number(yearMonth.slice(5));
          const known = months.get(month)?.orders ?? 0;
          return { type: 'RecordMonthRevenue', month, value: Number(revenue), orders: orders ?? known } as const;
        }),
    ];
  }

  private remember(): void {
    const { memory } = this.#options;
    if (this.report) memory.keepLayout(this.report.key, { columns: this.columns, channelId: this.channelId });
    memory.keepChoices({ products: this.said, channels: this.#channels });
  }

  /** The server speaks of the sets that it was sent: 'sets.3.rows.2.quantity'. */
  private refuse({ sentence, fields }: Failure, sent: readonly ReportSet[]): void {
    const [field = ''] = Object.keys(fields);
    const set = sent[Number(/^sets\.(\d+)/.exec(field)?.[1] ?? -1)];
    const where = set ? ` Em ${yearMonthName(set.month)}:` : '';
    this.problem = `Nada foi trazido.${where} ${sentence}`;
  }
}

const dishIdOf = (match: Match | undefined): string | null | undefined =>
  match?.kind === 'dish' ? match.dish.id : match?.kind === 'out' ? null : undefined;
