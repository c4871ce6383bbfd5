import { salesKey, type SoldDish } from '#domain/business/sales/fields.ts';
import { type AmountRule, AMOUNTS, readOrders, readSold } from '#domain/amounts.ts';
import { MONTHS, yearMonthName } from '#contract/month-names.ts';
import { comparedName, readChannelName, readLabel, readName, readUnit } from '#domain/names.ts';
import { mainChannelOf } from '#domain/business/channel/channels.ts';
import type { SingleChange } from '#domain/business/commands.ts';
import { furtherOfIngredient } from '../fields/further-fields.ts';
import { variableCostFields } from '#domain/business/variable-cost/fields.ts';
import { fieldsBeside } from '#domain/business/field.ts';
import { fixedCostFields } from '#domain/business/fixed-cost/fields.ts';
import { dishFields } from '#domain/business/recipe/dish-fields.ts';
import { preparationFields } from '#domain/business/recipe/preparation-fields.ts';
import { pricedPack } from '#domain/business/ingredient/price.ts';
import { type SupplierFields, supplierFields } from '#domain/business/supplier/fields.ts';
import { type NamedSupplier, supplierNamed } from '#domain/business/supplier/supplier.ts';
import { stateBuilder } from '#domain/business/evolve.ts';
import type { Scope } from '#domain/business/channel/scope.ts';
import type { Business, Dish } from '#domain/business/state.ts';
import { MAX_UNITS, type Units } from '#domain/decimal.ts';
import { DEFAULT_LOSS } from '#domain/figures/dish-result.ts';
import { DEFAULT_MIX_MONTHS } from '#domain/figures/mix.ts';
import { isSameValue } from '#domain/same-value.ts';
import { newId } from '#web/stores/business/entity-id.ts';
import { LAYOUT, PRICE_RULES, SETTINGS, type SheetName } from '../files/workbook-layout.ts';
import { freeField } from '../fields/ingredient-fields.ts';
import { ofText } from '../fields/columns.ts';
import { dryRun } from '../fields/dry-run.ts';
import {
  type EnterPurchase,
  removedItem,
  purchaseCounts,
  purchaseGroups,
  purchaseHead,
  purchaseKey,
  purchaseLine,
} from './purchase-rows.ts';
import type { ReviewedChange } from './review.ts';
import {
  conversionsIn,
  ofAmount,
  ofCount,
  ofMixMonths,
  ofMonth,
  ofRoundedAmount,
  tableValues,
  type WorkbookRow,
  type WorkbookTables,
} from './workbook-rows.ts';

/** The outcome of a row of the workbook; `other` means left out without a problem. */
export interface WorkbookOutcome {
  readonly sheet: SheetName;
  readonly line: number;
  readonly kind: 'add' | 'update' | 'same' | 'refused' | 'other';
  readonly sentence?: string;
}

export interface WorkbookReview {
  /** The outcomes, in the order of the sheets. */
  readonly outcomes: readonly WorkbookOutcome[];
  /** The commands, in the order in which they are sent. */
  readonly changes: readonly ReviewedChange[];
  /** The ids of entities that rows name, by row number. */
  readonly ids: ReadonlyMap<number, string>;
}

interface WorkbookReviewOptions {
  /** The state with all sales, so that existing ones are recognised. */
  readonly state: Business;
  /** `YYYY-MM-DD` of today. */
  readonly today: string;
  /** Numbers (from 1) of the rows that were imported with an earlier part. */
  readonly done: ReadonlySet<number>;
  /** The ids that the last review found, by row number. */
  readonly ids?: ReadonlyMap<number, string>;
}

/**
 * Reviews the import of our workbook by running it row by row. Nothing is guessed: a row with the name (and, among
 * equal names, the Nº) of an existing entity is that entity, and entities that the workbook does not name stay. Pure.
 */
export function reviewWorkbook(tables: WorkbookTables, options: WorkbookReviewOptions): WorkbookReview {
  const review = new Review(tables, options);
  review.addChannels();
  review.addSettings();
  review.addIngredients();
  review.addPreparations();
  review.addDishes();
  review.addCosts();
  review.addMonths();
  review.addSales();
  review.addSuppliers();
  review.addPurchases();
  review.addStockValues();
  return review.result();
}

type List = 'ingredients' | 'preparations' | 'dishes' | 'fixedCosts' | 'variableCosts' | 'channels' | 'suppliers';
type Entity = Readonly<{ id: string; name: string }>;
/** A workbook's reference to an entity: its name, and its Nº where others have the same name. */
type EntityName = Readonly<{ name: string; no: string }>;
type LinesByOwner = Map<string, WorkbookRow<'Fichas'>[]>;

interface SalesOfChannel {
  readonly month: string;
  readonly channelId: string;
  readonly rows: readonly (readonly [WorkbookRow, SoldDish])[];
}

/** The entities of one list, by their name in the workbook. */
class Names {
  /** The ids, by compared name and Nº. */
  readonly #ids = new Map<string, Map<number, string>>();

  constructor(entities: Iterable<Entity>) {
    for (const { id, name } of entities) {
      const ids = this.of(name);
      ids.set(ids.size + 1, id);
    }
  }

  /** @param no '' for a name that is unique in its list */
  add(id: string, { name, no }: EntityName): void {
    this.of(name).set(Number(no) || 1, id);
  }

  idOf({ name, no }: EntityName): string | undefined {
    return this.of(name).get(Number(no) || 1);
  }

  /** Whether the name alone is ambiguous. */
  isSeveral({ name, no }: EntityName): boolean {
    return no === '' && this.of(name).size > 1;
  }

  private of(name: string): Map<number, string> {
    const key = comparedName(name);
    const ids = this.#ids.get(key) ?? new Map<number, string>();
    this.#ids.set(key, ids);
    return ids;
  }
}

class Review {
  readonly #tables: WorkbookTables;
  readonly #options: WorkbookReviewOptions;
  readonly #after: ReturnType<typeof stateBuilder>;
  readonly #names: { readonly [Name in List]: Names };
  readonly #outcomes = new Map<WorkbookRow, WorkbookOutcome>();
  readonly #changes: { readonly change: SingleChange; readonly rows: readonly WorkbookRow[] }[] = [];
  /** The indexes of the rows in the result. */
  readonly #places: ReadonlyMap<WorkbookRow, number>;
  readonly #ids = new Map<number, string>();
  /** Keys of the rows so far, for finding a name that stands twice. */
  readonly #seen = new Set<string>();
  /** The keys of the ingredients that the workbook has purchases of. */
  readonly #bought: ReadonlySet<string>;
  /** The ids of the existing suppliers, by the keys of the names in the workbook. */
  readonly #suppliers = new Map<string, string>();
  /** The suppliers that do not exist yet. */
  readonly #newSuppliers = new Map<string, { readonly row: WorkbookRow; readonly supplier: NamedSupplier }>();
  /** The ids of the channels in the order of their sheet; undefined for one that is not imported. */
  #channels: readonly (string | undefined)[] = [];
  /** The index of the workbook's main channel. */
  #main = 0;

  constructor(tables: WorkbookTables, options: WorkbookReviewOptions) {
    this.#tables = tables;
    this.#options = options;
    this.#bought = new Set(tables.Compras.map((row) => ownerKey({ name: row.text('item'), no: row.text('itemNo') })));
    this.#after = stateBuilder(options.state);
    const sheets = (Object.keys(LAYOUT) as SheetName[]).filter((sheet) => sheet !== 'Resultado');
    const rows = sheets.flatMap((sheet): readonly WorkbookRow[] => tables[sheet]);
    this.#places = new Map(rows.map((row, place) => [row, place]));
    const { ingredients, preparations, dishes, fixedCosts, variableCosts, channels, suppliers } = options.state;
    const lists = { ingredients, preparations, dishes, fixedCosts, variableCosts, channels, suppliers };
    // Equal names are numbered in the order of the business, which need not be that of the workbook.
    const { ids = new Map<number, string>(), done } = options;
    for (const [number, id] of ids) if (done.has(number)) this.#ids.set(number, id);
    const known = new Set(this.#ids.values());
    this.#names = Object.fromEntries(
      Object.entries(lists).map(([list, entities]) => [
        list,
        new Names([...entities.values()].filter(({ id }) => !known.has(id))),
      ]),
    ) as Record<List, Names>;
  }

  result(): WorkbookReview {
    return {
      outcomes: Array.from(
        this.#places.keys(),
        (row): WorkbookOutcome => this.#outcomes.get(row) ?? { sheet: row.sheet, line: row.line, kind: 'same' },
      ),
      changes: this.#changes.map(({ change, rows }) => ({
        change,
        rows: rows.flatMap((row) => this.#places.get(row) ?? []),
      })),
      ids: this.#ids,
    };
  }

  addChannels(): void {
    const rows = this.#tables.Canais;
    this.#main = Math.max(
      rows.findIndex((row) => row.text('isMain') === 'sim'),
      0,
    );
    const isFirst = this.#options.state.channels.size === 0;
    this.#channels = rows.map((row, place) =>
      this.named(row, 'channels', (id, isNew) => {
        const name = row.needed('name', ofText(readChannelName)) ?? '';
        // An existing main channel stays: the sale prices belong to it.
        return isNew ? { type: 'AddChannel', id, name, isMain: isFirst && place === this.#main } : undefined;
      }),
    );
  }

  addSettings(): void {
    for (const row of this.#tables.Ajustes) {
      const { settings } = this.#after.business;
      const amount = (rule: AmountRule): Units | null => row.value('value', ofAmount(rule), { empty: null });
      switch (row.text('name')) {
        case SETTINGS.productionLoss: {
          const productionLoss = unlessDefault(amount(AMOUNTS.loss), settings.productionLoss, DEFAULT_LOSS);
          this.make(row, { type: 'ChangeBusinessSettings', productionLoss });
          break;
        }
        case SETTINGS.mixMonths: {
          const months = row.value('value', ofMixMonths, { empty: null });
          const mixMonths = unlessDefault(months, settings.mixMonths, DEFAULT_MIX_MONTHS);
          this.make(row, { type: 'ChangeBusinessSettings', mixMonths });
          break;
        }
        case SETTINGS.profitGoal: {
          const profitGoal = unlessDefault(amount(AMOUNTS.profitGoal), settings.profitGoal, 0);
          this.make(row, { type: 'ChangeBusinessSettings', profitGoal });
          break;
        }
        case SETTINGS.statedTicket: {
          const ticket = amount(AMOUNTS.averageTicket);
          if (ticket !== null) this.make(row, { type: 'StateAverageTicket', ticket });
          break;
        }
        case SETTINGS.priceRule: {
          const priceRule = row.text('value') === PRICE_RULES.mean_of_three ? 'mean_of_three' : null;
          this.make(row, { type: 'ChangeBusinessSettings', priceRule });
          break;
        }
        case SETTINGS.salesFrom:
          break;
        default:
          this.refuse(row, 'Não há um ajuste com este nome.');
      }
    }
  }

  addIngredients(): void {
    for (const row of this.#tables.Insumos)
      this.named(row, 'ingredients', (id, isNew) => this.ingredientChange(row, id, isNew));
  }

  private ingredientChange(row: WorkbookRow<'Insumos'>, id: string, isNew: boolean): SingleChange {
    const name = row.needed('name', ofText(readName)) ?? '';
    const unit = row.needed('unit', ofText(readUnit)) ?? '';
    const packPrice = row.value('packPrice', ofRoundedAmount(this.priceRule(row, AMOUNTS.purchasePrice)), {
      empty: null,
    });
    const purchase =
      packPrice === null
        ? null
        : {
            price: packPrice,
            quantity: row.needed('packQuantity', ofAmount(AMOUNTS.purchaseQuantity)) ?? 0,
            unit: row.needed('packUnit', ofText(readUnit)) ?? '',
            label: row.value('label', ofText(readLabel), { empty: null }),
          };
    const more = {
      yieldPercentage: row.value('yield', ofAmount(AMOUNTS.yieldPercentage), { empty: null }),
      free: row.value('free', (text) => freeField.read(text), { empty: null }),
      conversions: conversionsIn(row),
      ...tableValues(row, furtherOfIngredient),
    };
    const held = this.#after.business.ingredients.get(id);
    // The price of an ingredient with a pack follows from the pack.
    const price = purchase ? 0 : row.value('price', ofAmount(this.priceRule(row, AMOUNTS.unitPrice)), { empty: 0 });
    if (isNew || !held) {
      // A first guess, which gives way to the purchases of the ingredient.
      const first = purchase
        ? { purchase: { ...purchase, price: Math.min(purchase.price, AMOUNTS.purchasePrice.max) } }
        : { unitPrice: Math.min(price, AMOUNTS.unitPrice.max) };
      return { type: 'AddIngredient', id, name, unit, ...first, ...more };
    }
    // The displayed price of an ingredient with a pack, or with a purchase, is not a change.
    const isOfPurchase = held.source && purchase && unit === held.unit && isSameValue(purchase, pricedPack(held));
    const isShown = held.purchase !== null && price === held.unitPrice && unit === held.unit;
    const typed = purchase ? { purchase } : isShown ? { purchase: null } : { unitPrice: price };
    const { today } = this.#options;
    return { type: 'ChangeIngredient', id, unit, ...(isOfPurchase ? {} : typed), ...more, today };
  }

  /** Adds preparations before those that use them. */
  /** The price of a purchase may exceed the largest one that may be typed. */
  private priceRule(row: WorkbookRow<'Insumos'>, rule: AmountRule): AmountRule {
    return this.#bought.has(ownerKey(calledIn(row))) ? { ...rule, max: MAX_UNITS } : rule;
  }

  addPreparations(): void {
    for (const line of this.#tables.Fichas)
      if (!['prato', 'preparo'].includes(line.text('of'))) this.refuse(line, 'Ficha de: escreva prato ou preparo.');
    const lines = this.linesByOwner('preparo');
    const rows = this.#tables.Preparos;
    const byKey = new Map(rows.map((row) => [ownerKey(calledIn(row)), row]));
    const ordered = new Set<WorkbookRow<'Preparos'>>();
    const open = new Set<WorkbookRow<'Preparos'>>();
    const visit = (row: WorkbookRow<'Preparos'>): void => {
      if (ordered.has(row) || open.has(row)) return;
      open.add(row);
      for (const line of lines.get(ownerKey(calledIn(row))) ?? []) {
        const used = ownerKey({ name: line.text('component'), no: line.text('componentNo') });
        const component = line.text('kind') === 'preparo' ? byKey.get(used) : undefined;
        if (component) visit(component);
      }
      ordered.add(row);
    };
    rows.forEach(visit);
    for (const row of ordered) {
      this.named(row, 'preparations', (id, isNew) => {
        const { name, ...plain } = tableValues(row, preparationFields);
        const fields = {
          yieldQuantity: row.needed('yieldQuantity', ofAmount(AMOUNTS.yieldQuantity)) ?? 0,
          yieldUnit: row.needed('yieldUnit', ofText(readUnit)) ?? '',
          conversions: conversionsIn(row),
          ...plain,
        };
        return isNew ? { type: 'AddPreparation', id, name, ...fields } : { type: 'ChangePreparation', id, ...fields };
      });
      this.addLines(lines, ownerKey(calledIn(row)));
    }
    for (const key of lines.keys()) this.addLines(lines, key);
  }

  addDishes(): void {
    const lines = this.linesByOwner('prato');
    for (const row of this.#tables.Pratos) {
      this.named(row, 'dishes', (id, isNew) => {
        const { name, ...plain } = tableValues(row, unpricedDish);
        const fields = { ...this.pricesOf(row, this.#after.business.dishes.get(id)), ...plain };
        return isNew ? { type: 'AddDish', id, name, ...fields } : { type: 'ChangeDish', id, ...fields };
      });
      this.addLines(lines, ownerKey(calledIn(row)));
    }
    for (const key of lines.keys()) this.addLines(lines, key);
  }

  addCosts(): void {
    for (const row of this.#tables['Custos fixos'])
      this.named(row, 'fixedCosts', (id, isNew) => {
        const { name, ...fields } = tableValues(row, fixedCostFields);
        return isNew ? { type: 'AddFixedCost', id, name, ...fields } : { type: 'ChangeFixedCost', id, ...fields };
      });
    for (const row of this.#tables['Custos variáveis'])
      this.named(row, 'variableCosts', (id, isNew) => {
        const { name, ...plain } = tableValues(row, variableCostFields);
        const fields = { ...plain, channels: this.scopeOf(row) };
        return isNew ? { type: 'AddVariableCost', id, name, ...fields } : { type: 'ChangeVariableCost', id, ...fields };
      });
  }

  addMonths(): void {
    for (const row of this.#tables.Faturamento) {
      const month = MONTHS.findIndex((name) => comparedName(name) === comparedName(row.text('month'))) + 1;
      if (row.text('value') === '' && row.text('orders') === '') continue;
      const value = row.value('value', ofAmount(AMOUNTS.monthlyRevenue), { empty: 0 });
      const orders = row.value('orders', ofCount(readOrders), { empty: 0 });
      if (month === 0) this.refuse(row, 'Não há um mês com este nome.');
      else this.make(row, { type: 'RecordMonthRevenue', month, value, orders });
    }
  }

  addSales(): void {
    const currentMonth = this.#options.today.slice(0, 7);
    const sets = new Map<string, SalesOfChannel & { readonly rows: (readonly [WorkbookRow, SoldDish])[] }>();
    for (const row of this.#tables.Vendas) {
      if (row.text('isGone') === 'sim') {
        this.leaveOut(row, 'O prato foi removido.');
        continue;
      }
      const month = row.needed('month', ofMonth) ?? '';
      const quantity = row.needed('quantity', ofCount(readSold)) ?? 0;
      const revenue = row.value('revenue', ofAmount(AMOUNTS.soldRevenue), { empty: null });
      const channelId = this.referred(row, 'channels', { name: row.text('channel'), no: row.text('channelNo') });
      const dishId = this.referred(row, 'dishes', { name: row.text('dish'), no: row.text('dishNo') });
      if (row.problem !== undefined || channelId === undefined || dishId === undefined) this.refuse(row);
      else if (month > currentMonth) this.leaveOut(row, `${yearMonthName(month)} ainda não aconteceu.`);
      else {
        const key = salesKey({ month, channelId });
        const set = sets.get(key) ?? { month, channelId, rows: [] };
        sets.set(key, set);
        set.rows.push([row, { dishId, quantity, revenue }]);
      }
    }
    for (const [key, set] of sets) this.makeSales(key, set);
  }

  private makeSales(key: string, { month, channelId, rows }: SalesOfChannel): void {
    const held = new Map(this.#after.business.sales.get(key)?.rows.map((sold) => [sold.dishId, sold]));
    const changed = rows.filter(
      ([row, sold]) => !this.#options.done.has(this.numberOf(row)) && !isSameValue(held.get(sold.dishId), sold),
    );
    if (changed.length === 0) return;
    const sold = changed.map(([, each]) => each);
    const change = { type: 'RecordSales', month, channelId, newChannelId: channelId, rows: sold } as const;
    const outcome = dryRun(this.#after, change);
    for (const [row, { dishId }] of changed) {
      if (typeof outcome === 'string') this.refuse(row, outcome);
      else this.note(row, held.has(dishId) ? 'update' : 'add');
    }
    if (outcome === true) this.#changes.push({ change, rows: changed.map(([row]) => row) });
  }

  /** A supplier that is not there comes in with its first purchase. */
  addSuppliers(): void {
    for (const row of this.#tables.Fornecedores) {
      const { name, cnpj = null } = tableValues(row, supplierFields);
      const called = calledIn(row);
      const id = this.supplierThere({ name, cnpj }, called);
      if (row.problem !== undefined) this.refuse(row);
      else if (id === undefined) {
        this.#newSuppliers.set(ownerKey(called), { row, supplier: { id: newId(), name, cnpj } });
        this.leaveOut(row, 'Um fornecedor entra com a primeira compra.');
      } else {
        this.#suppliers.set(ownerKey(called), id);
        this.make(row, { type: 'ChangeSupplier', id, ...(cnpj === null ? {} : { cnpj }) });
      }
    }
  }

  /** The supplier that has the CNPJ, or else the name. */
  private supplierThere({ name, cnpj }: SupplierFields, called: EntityName): string | undefined {
    const { suppliers } = this.#after.business;
    const ofCnpj = cnpj === null ? undefined : [...suppliers.values()].find((each) => each.cnpj === cnpj);
    const ofName = ofCnpj?.id ?? this.#names.suppliers.idOf(called);
    if (ofName !== undefined) return suppliers.get(ofName)?.cnpj && cnpj !== null && !ofCnpj ? undefined : ofName;
    const found = supplierNamed(this.#after.business, { id: '', name, cnpj });
    return 'refusal' in found || found.isNew ? undefined : found.supplier.id;
  }

  addPurchases(): void {
    const known = purchaseCounts(this.#after.business);
    const bought = new Set<string>();
    for (const rows of purchaseGroups(this.#tables.Compras)) {
      const purchase = this.purchaseIn(rows);
      const { date, number, supplier, lines, items } = purchase;
      const problem = rows.find((row) => row.problem !== undefined);
      const key = purchaseKey(
        { date, number },
        supplier?.id ?? null,
        lines.map((line, index) => [items[index] ?? null, line]),
      );
      const count = known.get(key) ?? 0;
      known.set(key, count - 1);
      if (problem) for (const row of rows) this.refuse(row, row.problem ?? 'Outra linha desta compra tem um erro.');
      else if (count > 0 || rows.some((row) => this.#options.done.has(this.numberOf(row)))) continue;
      else if (rows.some((row) => row.text('kind') === 'removido'))
        for (const row of rows) this.leaveOut(row, 'Um insumo da compra foi removido.');
      else if (date > this.#options.today) for (const row of rows) this.leaveOut(row, 'A data ainda não chegou.');
      else if (this.enter(rows, purchase)) for (const item of items) if (item !== null) bought.add(item);
    }
    this.addPricesOf(bought);
  }

  private purchaseIn(rows: readonly [WorkbookRow<'Compras'>, ...WorkbookRow<'Compras'>[]]) {
    const [first] = rows;
    const called = { name: first.text('supplier'), no: first.text('supplierNo') };
    const items = rows.map((row): string | null => {
      const item = { name: row.text('item'), no: row.text('itemNo') };
      const kind = row.text('kind');
      if (kind === 'removido') return removedItem(item.name);
      return kind === 'outro' ? null : (this.referred(row, 'ingredients', item) ?? null);
    });
    const lines = rows.map((row, index) => purchaseLine(row, items[index] ?? null));
    return {
      ...purchaseHead(first),
      supplier: called.name === '' ? null : this.supplierOf(first, called),
      lines,
      items,
    };
  }

  private supplierOf(row: WorkbookRow<'Compras'>, called: EntityName): NamedSupplier {
    const key = ownerKey(called);
    const id = this.#suppliers.get(key) ?? this.#names.suppliers.idOf(called);
    if (id !== undefined) return { id };
    const made = this.#newSuppliers.get(key)?.supplier;
    return made ?? { id: newId(), name: row.needed('supplier', ofText(readName)) ?? '', cnpj: null };
  }

  /** @returns whether the purchase comes in */
  private enter(rows: readonly WorkbookRow<'Compras'>[], purchase: ReturnType<Review['purchaseIn']>): boolean {
    const { items: _, ...fields } = purchase;
    const change: EnterPurchase = { type: 'EnterPurchase', id: newId(), ...fields };
    const outcome = dryRun(this.#after, change);
    for (const row of rows) {
      if (typeof outcome === 'string') this.refuse(row, outcome);
      else this.note(row, 'add');
    }
    if (typeof outcome === 'string') return false;
    this.#changes.push({ change, rows });
    const first = rows[0];
    const supplierId = this.#after.business.purchases.get(change.id)?.supplierId;
    if (!first || !supplierId) return true;
    const key = ownerKey({ name: first.text('supplier'), no: first.text('supplierNo') });
    const made = this.#newSuppliers.get(key);
    if (made) this.note(made.row, 'add');
    this.#suppliers.set(key, supplierId);
    return true;
  }

  /** A price that was typed after the purchases came is typed again: they would be the later word. */
  private addPricesOf(bought: ReadonlySet<string>): void {
    for (const row of this.#tables.Insumos) {
      const id = this.#names.ingredients.idOf(calledIn(row)) ?? '';
      if (!bought.has(id) || row.problem !== undefined) continue;
      const change = this.ingredientChange(row, id, false);
      if (dryRun(this.#after, change) === true) this.#changes.push({ change, rows: [] });
    }
  }

  addStockValues(): void {
    const currentMonth = this.#options.today.slice(0, 7);
    for (const row of this.#tables.Estoque) {
      const month = row.needed('month', ofMonth) ?? '';
      const value = row.needed('value', ofAmount(AMOUNTS.stockValue)) ?? 0;
      if (month > currentMonth) this.leaveOut(row, `${yearMonthName(month)} ainda não aconteceu.`);
      else this.make(row, { type: 'RecordStockValue', month, value });
    }
  }

  private numberOf(row: WorkbookRow): number {
    return (this.#places.get(row) ?? -1) + 1;
  }

  /** Applies a row to the entity that it names, existing or new. @returns its id; undefined if there is none */
  private named(
    row: WorkbookRow & NamedRow,
    list: List,
    changeOf: (id: string, isNew: boolean) => SingleChange | undefined,
  ): string | undefined {
    const called = calledIn(row);
    const key = `${list} ${ownerKey(called)}`;
    const number = this.numberOf(row);
    const known = this.#ids.get(number);
    if (known !== undefined) this.#names[list].add(known, called);
    const held = this.#names[list].idOf(called);
    if (this.#seen.has(key)) this.refuse(row, 'Outra linha tem este nome. Dê a cada uma um Nº.');
    else if (this.#names[list].isSeveral(called)) this.refuse(row, 'Há mais de um com este nome. Escreva o Nº.');
    else {
      this.#seen.add(key);
      const id = held ?? newId();
      const change = changeOf(id, held === undefined);
      if (change ? !this.make(row, change) : row.problem !== undefined) return held;
      if (held === undefined) this.#names[list].add(id, called);
      this.#ids.set(number, id);
      return id;
    }
    return undefined;
  }

  /** The entity that a row refers to by name; a missing one is a problem of the row. */
  private referred(row: WorkbookRow, list: List, called: EntityName): string | undefined {
    const id = this.#names[list].isSeveral(called) ? undefined : this.#names[list].idOf(called);
    if (id === undefined) row.problem ??= `“${called.name}” não está em ${LISTS[list]}.`;
    return id;
  }

  private linesByOwner(of: 'prato' | 'preparo'): LinesByOwner {
    const lines: LinesByOwner = new Map();
    for (const line of this.#tables.Fichas) {
      if (line.text('of') !== of) continue;
      const key = ownerKey(calledIn(line));
      lines.set(key, [...(lines.get(key) ?? []), line]);
    }
    return lines;
  }

  /** Adds the lines of one recipe, once. */
  private addLines(lines: LinesByOwner, key: string): void {
    for (const row of lines.get(key) ?? []) {
      const isOfDish = row.text('of') === 'prato';
      const owner = this.referred(row, isOfDish ? 'dishes' : 'preparations', calledIn(row));
      const component = { name: row.text('component'), no: row.text('componentNo') };
      const ingredientId = this.referred(
        row,
        row.text('kind') === 'preparo' ? 'preparations' : 'ingredients',
        component,
      );
      const quantity = row.needed('quantity', ofAmount(AMOUNTS.quantity)) ?? 0;
      const unit = row.value('unit', ofText(readUnit), { empty: undefined });
      if (owner === undefined || ingredientId === undefined) {
        this.refuse(row);
        continue;
      }
      const { dishes, preparations } = this.#after.business;
      const recipe = isOfDish ? dishes.get(owner) : preparations.get(owner);
      const isHeld = recipe?.lines.some((line) => line.ingredientId === ingredientId) === true;
      const line = { ingredientId, quantity, unit };
      if (isOfDish) {
        const type = isHeld ? 'ChangeDishIngredient' : 'AddDishIngredient';
        this.make(row, { type, dishId: owner, ...line, channels: this.scopeOf(row) });
      } else {
        const type = isHeld ? 'ChangePreparationIngredient' : 'AddPreparationIngredient';
        this.make(row, { type, preparationId: owner, ...line });
      }
    }
    lines.delete(key);
  }

  private scopeOf(row: WorkbookRow<'Fichas'> | WorkbookRow<'Custos variáveis'>): Scope {
    if (row.text('scope') !== 'alguns') return null;
    return this.#channels.flatMap((id, nth) => (id !== undefined && row.text('inChannel', nth) === '1' ? [id] : []));
  }

  /** The prices in the business's main channel, which need not be the workbook's, and in the others. */
  private pricesOf(row: WorkbookRow<'Pratos'>, held: Dish | undefined) {
    const written = row.value('price', ofAmount(AMOUNTS.salePrice), { empty: 0 });
    const elsewhere = this.#channels.flatMap((id, place) => {
      if (place === this.#main) return [];
      const nth = place < this.#main ? place : place - 1;
      return [[id, row.value('priceElsewhere', ofAmount(AMOUNTS.salePrice), { empty: null, nth })] as const];
    });
    const main = mainChannelOf(this.#after.business)?.id;
    const own = this.#channels[this.#main];
    const isSameMain = own === undefined || own === main;
    const said = new Map(isSameMain ? elsewhere : [[own, written] as const, ...elsewhere]);
    const salePrice = isSameMain
      ? written
      : ((said.has(main) ? (said.get(main) ?? written) : held?.salePrice) ?? written);
    const prices = [...said].flatMap(([id, price]) => {
      if (id === undefined || id === main) return [];
      const there = isSameMain ? price : (price ?? written);
      return [[id, !isSameMain && there === salePrice ? null : there] as const];
    });
    return { salePrice, ...(prices.length > 0 ? { prices: Object.fromEntries(prices) } : {}) };
  }

  /** @returns whether the change succeeded */
  private make(row: WorkbookRow, change: SingleChange): boolean {
    const isNew = this.isNew(change);
    const outcome = row.problem ?? dryRun(this.#after, change);
    if (typeof outcome === 'string') {
      this.refuse(row, outcome);
      return false;
    }
    if (outcome) {
      this.#changes.push({ change, rows: [row] });
      this.note(row, isNew ? 'add' : 'update');
    }
    return true;
  }

  private isNew(change: SingleChange): boolean {
    const { months, stockValues } = this.#after.business;
    if (change.type === 'RecordMonthRevenue') return !months.has(change.month);
    if (change.type === 'RecordStockValue') return !stockValues.has(change.month);
    return change.type.startsWith('Add');
  }

  private note(row: WorkbookRow, kind: WorkbookOutcome['kind'], sentence?: string): void {
    const { sheet, line } = row;
    this.#outcomes.set(row, { sheet, line, kind, ...(sentence === undefined ? {} : { sentence }) });
  }

  private refuse(row: WorkbookRow, sentence = row.problem): void {
    this.note(row, 'refused', sentence);
  }

  private leaveOut(row: WorkbookRow, sentence: string): void {
    this.note(row, 'other', sentence);
  }
}

/** The fields of a dish without its price, which has a column for each channel. */
const unpricedDish = fieldsBeside(dishFields, 'salePrice');

const LISTS: Readonly<Record<List, SheetName>> = {
  ingredients: 'Insumos',
  preparations: 'Preparos',
  dishes: 'Pratos',
  fixedCosts: 'Custos fixos',
  variableCosts: 'Custos variáveis',
  channels: 'Canais',
  suppliers: 'Fornecedores',
};

interface NamedRow {
  text(key: 'name' | 'no'): string;
}

const calledIn = (row: NamedRow): EntityName => ({ name: row.text('name'), no: row.text('no') });

const ownerKey = ({ name, no }: EntityName): string => `${comparedName(name)}\n${no === '' ? '1' : no}`;

/** The value of a setting; a default counts as unset unless the setting is set. */
function unlessDefault<Value extends number>(value: Value | null, held: Value | null, byDefault: Value): Value | null {
  const wanted = value ?? byDefault;
  if (wanted === (held ?? byDefault)) return held;
  return wanted === byDefault ? null : wanted;
}
