import { salesKey, type SoldDish } from '#domain/business/sales/fields.ts';
import { type AmountRule, AMOUNTS, readOrders, readSoldQuantity } from '#domain/amounts.ts';
import { MONTHS, yearMonthName } from '#contract/instants.ts';
import { normalizeName, readChannelName, readLabel, readName, readUnit } from '#domain/names.ts';
import { mainChannelOf } from '#domain/business/channel/channels.ts';
import type { SingleCommand } from '#domain/business/commands.ts';
import { ingredientFieldsWithoutOwnInput } from '../fields/fields-without-own-input.ts';
import { variableCostFields } from '#domain/business/variable-cost/fields.ts';
import { omitFields } from '#domain/business/field.ts';
import { fixedCostFields } from '#domain/business/fixed-cost/fields.ts';
import { dishFields } from '#domain/business/recipe/dish-fields.ts';
import { preparationFields } from '#domain/business/recipe/preparation-fields.ts';
import { pricedPack } from '#domain/business/ingredient/price.ts';
import { type SupplierFields, supplierFields } from '#domain/business/supplier/fields.ts';
import { type SupplierInput, resolveSupplier } from '#domain/business/supplier/supplier.ts';
import { stateBuilder } from '#domain/business/evolve.ts';
import type { Scope } from '#domain/business/channel/fields.ts';
import type { Business, Dish } from '#domain/business/state.ts';
import { MAX_TEN_THOUSANDTHS, type TenThousandths } from '#domain/decimal.ts';
import { DEFAULT_LOSS } from '#domain/figures/dish-result.ts';
import { DEFAULT_MIX_MONTHS } from '#domain/figures/mix.ts';
import { isSameValue } from '#domain/same-value.ts';
import { newId } from '#web/stores/business/entity-id.ts';
import { LAYOUT, PRICE_RULES, SETTINGS, type SheetName } from '../files/workbook-layout.ts';
import { freeField } from '../fields/ingredient-input.ts';
import { textCell } from '../fields/columns.ts';
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
import type { ReviewedCommand } from './review.ts';
import {
  readConversions,
  amountReader,
  countReader,
  readMixMonths,
  readMonth,
  roundedAmountReader,
  tableValues,
  type WorkbookRow,
  type WorkbookTables,
} from './workbook-rows.ts';

/** The outcome of a row of the workbook; `other` means left out without a problem. */
export interface WorkbookOutcome {
  readonly sheet: SheetName;
  readonly line: number;
  readonly kind: 'add' | 'update' | 'same' | 'refused' | 'ignored';
  readonly sentence?: string;
}

export interface WorkbookReview {
  /** The outcomes, in the order of the sheets. */
  readonly rowOutcomes: readonly WorkbookOutcome[];
  /** The commands, in the order in which they are sent. */
  readonly commands: readonly ReviewedCommand[];
  /** The ids of entities that rows name, by row number. */
  readonly ids: ReadonlyMap<number, string>;
}

interface WorkbookReviewOptions {
  /** The state with all sales, so that existing ones are recognised. */
  readonly state: Business;
  /** `YYYY-MM-DD` of today. */
  readonly today: string;
  /** Numbers (from 1) of the rows that were imported with an earlier part. */
  readonly importedNumbers: ReadonlySet<number>;
  /** The ids that the last review found, by row number. */
  readonly ids?: ReadonlyMap<number, string>;
}

/**
 * Reviews the import of our workbook by running it row by row. Nothing is guessed: a row with the name (and, among
 * equal names, the Nº) of an existing entity is that entity, and entities that the workbook does not name stay. Pure.
 */
export function reviewWorkbook(tables: WorkbookTables, options: WorkbookReviewOptions): WorkbookReview {
  const review = new WorkbookReviewer(tables, options);
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

type ListName = 'ingredients' | 'preparations' | 'dishes' | 'fixedCosts' | 'variableCosts' | 'channels' | 'suppliers';
type Entity = Readonly<{ id: string; name: string }>;
/** A workbook's reference to an entity: its name, and its Nº where others have the same name. */
type EntityName = Readonly<{ name: string; number: string }>;
type LinesByOwner = Map<string, WorkbookRow<'Fichas'>[]>;

interface SalesOfChannel {
  readonly month: string;
  readonly channelId: string;
  readonly rows: readonly (readonly [WorkbookRow, SoldDish])[];
}

/** The entities of one list, by their name in the workbook. */
class EntityNames {
  /** The ids, by compared name and Nº. */
  readonly #ids = new Map<string, Map<number, string>>();

  constructor(entities: Iterable<Entity>) {
    for (const { id, name } of entities) {
      const ids = this.idsOf(name);
      ids.set(ids.size + 1, id);
    }
  }

  /** @param number '' for a name that is unique in its list */
  add(id: string, { name, number }: EntityName): void {
    this.idsOf(name).set(Number(number) || 1, id);
  }

  idOf({ name, number }: EntityName): string | undefined {
    return this.idsOf(name).get(Number(number) || 1);
  }

  /** Tells whether the name alone is ambiguous. */
  isAmbiguous({ name, number }: EntityName): boolean {
    return number === '' && this.idsOf(name).size > 1;
  }

  private idsOf(name: string): Map<number, string> {
    const key = normalizeName(name);
    const ids = this.#ids.get(key) ?? new Map<number, string>();
    this.#ids.set(key, ids);
    return ids;
  }
}

class WorkbookReviewer {
  readonly #tables: WorkbookTables;
  readonly #options: WorkbookReviewOptions;
  readonly #builder: ReturnType<typeof stateBuilder>;
  readonly #names: { readonly [Name in ListName]: EntityNames };
  readonly #outcomes = new Map<WorkbookRow, WorkbookOutcome>();
  readonly #commands: { readonly command: SingleCommand; readonly rows: readonly WorkbookRow[] }[] = [];
  /** The indexes of the rows in the result. */
  readonly #rowIndexes: ReadonlyMap<WorkbookRow, number>;
  readonly #ids = new Map<number, string>();
  /** Keys of the rows so far, by which a repeated name is found. */
  readonly #usedNames = new Set<string>();
  /** The keys of the ingredients that the workbook has purchases of. */
  readonly #purchasedKeys: ReadonlySet<string>;
  /** The ids of the existing suppliers, by the keys of the names in the workbook. */
  readonly #suppliers = new Map<string, string>();
  /** The suppliers that do not exist yet. */
  readonly #newSuppliers = new Map<string, { readonly row: WorkbookRow; readonly supplier: SupplierInput }>();
  /** The ids of the channels in the order of their sheet; undefined for one that is not imported. */
  #channels: readonly (string | undefined)[] = [];
  /** The index of the workbook's main channel. */
  #mainIndex = 0;

  constructor(tables: WorkbookTables, options: WorkbookReviewOptions) {
    this.#tables = tables;
    this.#options = options;
    this.#purchasedKeys = new Set(
      tables.Compras.map((row) => entityKey({ name: row.text('item'), number: row.text('itemNumber') })),
    );
    this.#builder = stateBuilder(options.state);
    const sheets = (Object.keys(LAYOUT) as SheetName[]).filter((sheet) => sheet !== 'Resultado');
    const rows = sheets.flatMap((sheet): readonly WorkbookRow[] => tables[sheet]);
    this.#rowIndexes = new Map(rows.map((row, index) => [row, index]));
    const { ingredients, preparations, dishes, fixedCosts, variableCosts, channels, suppliers } = options.state;
    const lists = { ingredients, preparations, dishes, fixedCosts, variableCosts, channels, suppliers };
    // Equal names are numbered in the order of the business, which need not be that of the workbook.
    const { ids = new Map<number, string>(), importedNumbers } = options;
    for (const [number, id] of ids) if (importedNumbers.has(number)) this.#ids.set(number, id);
    const knownIds = new Set(this.#ids.values());
    this.#names = Object.fromEntries(
      Object.entries(lists).map(([list, entities]) => [
        list,
        new EntityNames([...entities.values()].filter(({ id }) => !knownIds.has(id))),
      ]),
    ) as Record<ListName, EntityNames>;
  }

  result(): WorkbookReview {
    return {
      rowOutcomes: Array.from(
        this.#rowIndexes.keys(),
        (row): WorkbookOutcome => this.#outcomes.get(row) ?? { sheet: row.sheet, line: row.line, kind: 'same' },
      ),
      commands: this.#commands.map(({ command, rows }) => ({
        command,
        rowIndexes: rows.flatMap((row) => this.#rowIndexes.get(row) ?? []),
      })),
      ids: this.#ids,
    };
  }

  addChannels(): void {
    const rows = this.#tables.Canais;
    this.#mainIndex = Math.max(
      rows.findIndex((row) => row.text('isMain') === 'sim'),
      0,
    );
    const isFirst = this.#options.state.channels.size === 0;
    this.#channels = rows.map((row, index) =>
      this.applyNamedRow(row, 'channels', (id, isNew) => {
        const name = row.required('name', textCell(readChannelName)) ?? '';
        // An existing main channel stays: the sale prices belong to it.
        return isNew ? { type: 'AddChannel', id, name, isMain: isFirst && index === this.#mainIndex } : undefined;
      }),
    );
  }

  addSettings(): void {
    for (const row of this.#tables.Ajustes) {
      const { settings } = this.#builder.business;
      const amount = (rule: AmountRule): TenThousandths | null =>
        row.value('value', amountReader(rule), { empty: null });
      switch (row.text('name')) {
        case SETTINGS.productionLoss: {
          const productionLoss = unlessDefault(amount(AMOUNTS.loss), settings.productionLoss, DEFAULT_LOSS);
          this.applyCommand(row, { type: 'ChangeBusinessSettings', productionLoss });
          break;
        }
        case SETTINGS.mixMonths: {
          const months = row.value('value', readMixMonths, { empty: null });
          const mixMonths = unlessDefault(months, settings.mixMonths, DEFAULT_MIX_MONTHS);
          this.applyCommand(row, { type: 'ChangeBusinessSettings', mixMonths });
          break;
        }
        case SETTINGS.profitGoal: {
          const profitGoal = unlessDefault(amount(AMOUNTS.profitGoal), settings.profitGoal, 0);
          this.applyCommand(row, { type: 'ChangeBusinessSettings', profitGoal });
          break;
        }
        case SETTINGS.statedTicket: {
          const ticket = amount(AMOUNTS.averageTicket);
          if (ticket !== null) this.applyCommand(row, { type: 'StateAverageTicket', ticket });
          break;
        }
        case SETTINGS.priceRule: {
          const priceRule = row.text('value') === PRICE_RULES.mean_of_three ? 'mean_of_three' : null;
          this.applyCommand(row, { type: 'ChangeBusinessSettings', priceRule });
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
      this.applyNamedRow(row, 'ingredients', (id, isNew) => this.ingredientChange(row, id, isNew));
  }

  private ingredientChange(row: WorkbookRow<'Insumos'>, id: string, isNew: boolean): SingleCommand {
    const name = row.required('name', textCell(readName)) ?? '';
    const unit = row.required('unit', textCell(readUnit)) ?? '';
    const packPrice = row.value('packPrice', roundedAmountReader(this.priceRule(row, AMOUNTS.packPrice)), {
      empty: null,
    });
    const pack =
      packPrice === null
        ? null
        : {
            price: packPrice,
            quantity: row.required('packQuantity', amountReader(AMOUNTS.packQuantity)) ?? 0,
            unit: row.required('packUnit', textCell(readUnit)) ?? '',
            label: row.value('label', textCell(readLabel), { empty: null }),
          };
    const details = {
      yieldPercentage: row.value('yield', amountReader(AMOUNTS.yieldPercentage), { empty: null }),
      free: row.value('free', (text) => freeField.read(text), { empty: null }),
      conversions: readConversions(row),
      ...tableValues(row, ingredientFieldsWithoutOwnInput),
    };
    const existing = this.#builder.business.ingredients.get(id);
    // The price of an ingredient with a pack follows from the pack.
    const price = pack ? 0 : row.value('price', amountReader(this.priceRule(row, AMOUNTS.unitPrice)), { empty: 0 });
    if (isNew || !existing) {
      // The purchases of the ingredient replace this price.
      const initialPrice = pack
        ? { pack: { ...pack, price: Math.min(pack.price, AMOUNTS.packPrice.max) } }
        : { unitPrice: Math.min(price, AMOUNTS.unitPrice.max) };
      return { type: 'AddIngredient', id, name, unit, ...initialPrice, ...details };
    }
    // The displayed price of an ingredient with a pack, or with a purchase, is not a change.
    const isPurchasePrice =
      existing.priceSource && pack && unit === existing.unit && isSameValue(pack, pricedPack(existing));
    const isDerivedPrice = existing.pack !== null && price === existing.unitPrice && unit === existing.unit;
    const priceChange = pack ? { pack } : isDerivedPrice ? { pack: null } : { unitPrice: price };
    const { today } = this.#options;
    return { type: 'ChangeIngredient', id, unit, ...(isPurchasePrice ? {} : priceChange), ...details, today };
  }

  /** The rule for a price. That of a purchased ingredient may exceed the largest price that can be typed. */
  private priceRule(row: WorkbookRow<'Insumos'>, rule: AmountRule): AmountRule {
    return this.#purchasedKeys.has(entityKey(entityNameOf(row))) ? { ...rule, max: MAX_TEN_THOUSANDTHS } : rule;
  }

  /** Adds each preparation before those that use it. */
  addPreparations(): void {
    for (const line of this.#tables.Fichas)
      if (!['prato', 'preparo'].includes(line.text('recipeKind')))
        this.refuse(line, 'Ficha de: escreva prato ou preparo.');
    const lines = this.linesByOwner('preparo');
    const rows = this.#tables.Preparos;
    const byKey = new Map(rows.map((row) => [entityKey(entityNameOf(row)), row]));
    const ordered = new Set<WorkbookRow<'Preparos'>>();
    const open = new Set<WorkbookRow<'Preparos'>>();
    const visit = (row: WorkbookRow<'Preparos'>): void => {
      if (ordered.has(row) || open.has(row)) return;
      open.add(row);
      for (const line of lines.get(entityKey(entityNameOf(row))) ?? []) {
        const componentKey = entityKey({ name: line.text('component'), number: line.text('componentNumber') });
        const component = line.text('kind') === 'preparo' ? byKey.get(componentKey) : undefined;
        if (component) visit(component);
      }
      ordered.add(row);
    };
    rows.forEach(visit);
    for (const row of ordered) {
      this.applyNamedRow(row, 'preparations', (id, isNew) => {
        const { name, ...plain } = tableValues(row, preparationFields);
        const fields = {
          yieldQuantity: row.required('yieldQuantity', amountReader(AMOUNTS.yieldQuantity)) ?? 0,
          yieldUnit: row.required('yieldUnit', textCell(readUnit)) ?? '',
          conversions: readConversions(row),
          ...plain,
        };
        return isNew ? { type: 'AddPreparation', id, name, ...fields } : { type: 'ChangePreparation', id, ...fields };
      });
      this.addLines(lines, entityKey(entityNameOf(row)));
    }
    for (const key of lines.keys()) this.addLines(lines, key);
  }

  addDishes(): void {
    const lines = this.linesByOwner('prato');
    for (const row of this.#tables.Pratos) {
      this.applyNamedRow(row, 'dishes', (id, isNew) => {
        const { name, ...plain } = tableValues(row, unpricedDish);
        const fields = { ...this.pricesOf(row, this.#builder.business.dishes.get(id)), ...plain };
        return isNew ? { type: 'AddDish', id, name, ...fields } : { type: 'ChangeDish', id, ...fields };
      });
      this.addLines(lines, entityKey(entityNameOf(row)));
    }
    for (const key of lines.keys()) this.addLines(lines, key);
  }

  addCosts(): void {
    for (const row of this.#tables['Custos fixos'])
      this.applyNamedRow(row, 'fixedCosts', (id, isNew) => {
        const { name, ...fields } = tableValues(row, fixedCostFields);
        return isNew ? { type: 'AddFixedCost', id, name, ...fields } : { type: 'ChangeFixedCost', id, ...fields };
      });
    for (const row of this.#tables['Custos variáveis'])
      this.applyNamedRow(row, 'variableCosts', (id, isNew) => {
        const { name, ...plain } = tableValues(row, variableCostFields);
        const fields = { ...plain, channels: this.scopeOf(row) };
        return isNew ? { type: 'AddVariableCost', id, name, ...fields } : { type: 'ChangeVariableCost', id, ...fields };
      });
  }

  addMonths(): void {
    for (const row of this.#tables.Faturamento) {
      const month = MONTHS.findIndex((name) => normalizeName(name) === normalizeName(row.text('month'))) + 1;
      if (row.text('value') === '' && row.text('orders') === '') continue;
      const value = row.value('value', amountReader(AMOUNTS.monthlyRevenue), { empty: 0 });
      const orders = row.value('orders', countReader(readOrders), { empty: 0 });
      if (month === 0) this.refuse(row, 'Não há um mês com este nome.');
      else this.applyCommand(row, { type: 'RecordMonthRevenue', month, value, orders });
    }
  }

  addSales(): void {
    const currentMonth = this.#options.today.slice(0, 7);
    const setsByKey = new Map<string, SalesOfChannel & { readonly rows: (readonly [WorkbookRow, SoldDish])[] }>();
    for (const row of this.#tables.Vendas) {
      if (row.text('isRemoved') === 'sim') {
        this.leaveOut(row, 'O prato foi removido.');
        continue;
      }
      const month = row.required('month', readMonth) ?? '';
      const quantity = row.required('quantity', countReader(readSoldQuantity)) ?? 0;
      const revenue = row.value('revenue', amountReader(AMOUNTS.soldRevenue), { empty: null });
      const channelId = this.resolveName(row, 'channels', {
        name: row.text('channel'),
        number: row.text('channelNumber'),
      });
      const dishId = this.resolveName(row, 'dishes', { name: row.text('dish'), number: row.text('dishNumber') });
      if (row.problem !== undefined || channelId === undefined || dishId === undefined) this.refuse(row);
      else if (month > currentMonth) this.leaveOut(row, `${yearMonthName(month)} ainda não aconteceu.`);
      else {
        const key = salesKey({ month, channelId });
        const set = setsByKey.get(key) ?? { month, channelId, rows: [] };
        setsByKey.set(key, set);
        set.rows.push([row, { dishId, quantity, revenue }]);
      }
    }
    for (const [key, set] of setsByKey) this.applySales(key, set);
  }

  private applySales(key: string, { month, channelId, rows }: SalesOfChannel): void {
    const savedRows = new Map(this.#builder.business.sales.get(key)?.rows.map((sold) => [sold.dishId, sold]));
    const changedRows = rows.filter(
      ([row, sold]) =>
        !this.#options.importedNumbers.has(this.numberOf(row)) && !isSameValue(savedRows.get(sold.dishId), sold),
    );
    if (changedRows.length === 0) return;
    const soldDishes = changedRows.map(([, soldDish]) => soldDish);
    const command = { type: 'RecordSales', month, channelId, newChannelId: channelId, rows: soldDishes } as const;
    const outcome = dryRun(this.#builder, command);
    for (const [row, { dishId }] of changedRows) {
      if (typeof outcome === 'string') this.refuse(row, outcome);
      else this.setOutcome(row, savedRows.has(dishId) ? 'update' : 'add');
    }
    if (outcome === true) this.#commands.push({ command, rows: changedRows.map(([row]) => row) });
  }

  /** Changes existing suppliers; a new one is added with its first purchase. */
  addSuppliers(): void {
    for (const row of this.#tables.Fornecedores) {
      const { name, cnpj = null } = tableValues(row, supplierFields);
      const entityName = entityNameOf(row);
      const id = this.findSupplier({ name, cnpj }, entityName);
      if (row.problem !== undefined) this.refuse(row);
      else if (id === undefined) {
        this.#newSuppliers.set(entityKey(entityName), { row, supplier: { id: newId(), name, cnpj } });
        this.leaveOut(row, 'Um fornecedor entra com a primeira compra.');
      } else {
        this.#suppliers.set(entityKey(entityName), id);
        this.applyCommand(row, { type: 'ChangeSupplier', id, ...(cnpj === null ? {} : { cnpj }) });
      }
    }
  }

  /** The id of the existing supplier with this CNPJ, or else with this name. */
  private findSupplier({ name, cnpj }: SupplierFields, entityName: EntityName): string | undefined {
    const { suppliers } = this.#builder.business;
    const supplierOfCnpj =
      cnpj === null ? undefined : [...suppliers.values()].find((supplier) => supplier.cnpj === cnpj);
    const idOfName = supplierOfCnpj?.id ?? this.#names.suppliers.idOf(entityName);
    if (idOfName !== undefined)
      return suppliers.get(idOfName)?.cnpj && cnpj !== null && !supplierOfCnpj ? undefined : idOfName;
    const match = resolveSupplier(this.#builder.business, { id: '', name, cnpj });
    return 'refusal' in match || match.isNew ? undefined : match.supplier.id;
  }

  addPurchases(): void {
    const purchaseCountsByKey = purchaseCounts(this.#builder.business);
    const purchasedIds = new Set<string>();
    for (const rows of purchaseGroups(this.#tables.Compras)) {
      const purchase = this.purchaseIn(rows);
      const { date, number, supplier, lines, items } = purchase;
      const problem = rows.find((row) => row.problem !== undefined);
      const key = purchaseKey(
        { date, number },
        supplier?.id ?? null,
        lines.map((line, index) => [items[index] ?? null, line]),
      );
      const count = purchaseCountsByKey.get(key) ?? 0;
      purchaseCountsByKey.set(key, count - 1);
      if (problem) for (const row of rows) this.refuse(row, row.problem ?? 'Outra linha desta compra tem um erro.');
      else if (count > 0 || rows.some((row) => this.#options.importedNumbers.has(this.numberOf(row)))) continue;
      else if (rows.some((row) => row.text('kind') === 'removido'))
        for (const row of rows) this.leaveOut(row, 'Um insumo da compra foi removido.');
      else if (date > this.#options.today) for (const row of rows) this.leaveOut(row, 'A data ainda não chegou.');
      else if (this.enterPurchase(rows, purchase)) for (const item of items) if (item !== null) purchasedIds.add(item);
    }
    this.resendPricesOf(purchasedIds);
  }

  private purchaseIn(rows: readonly [WorkbookRow<'Compras'>, ...WorkbookRow<'Compras'>[]]) {
    const [first] = rows;
    const supplierName = { name: first.text('supplier'), number: first.text('supplierNumber') };
    const items = rows.map((row): string | null => {
      const item = { name: row.text('item'), number: row.text('itemNumber') };
      const kind = row.text('kind');
      if (kind === 'removido') return removedItem(item.name);
      return kind === 'outro' ? null : (this.resolveName(row, 'ingredients', item) ?? null);
    });
    const lines = rows.map((row, index) => purchaseLine(row, items[index] ?? null));
    return {
      ...purchaseHead(first),
      supplier: supplierName.name === '' ? null : this.supplierOf(first, supplierName),
      lines,
      items,
    };
  }

  private supplierOf(row: WorkbookRow<'Compras'>, entityName: EntityName): SupplierInput {
    const key = entityKey(entityName);
    const id = this.#suppliers.get(key) ?? this.#names.suppliers.idOf(entityName);
    if (id !== undefined) return { id };
    const newSupplier = this.#newSuppliers.get(key)?.supplier;
    return newSupplier ?? { id: newId(), name: row.required('supplier', textCell(readName)) ?? '', cnpj: null };
  }

  /** @returns whether the purchase is imported */
  private enterPurchase(
    rows: readonly WorkbookRow<'Compras'>[],
    purchase: ReturnType<WorkbookReviewer['purchaseIn']>,
  ): boolean {
    const { items: _, ...fields } = purchase;
    const command: EnterPurchase = { type: 'EnterPurchase', id: newId(), ...fields };
    const outcome = dryRun(this.#builder, command);
    for (const row of rows) {
      if (typeof outcome === 'string') this.refuse(row, outcome);
      else this.setOutcome(row, 'add');
    }
    if (typeof outcome === 'string') return false;
    this.#commands.push({ command, rows });
    const first = rows[0];
    const supplierId = this.#builder.business.purchases.get(command.id)?.supplierId;
    if (!first || !supplierId) return true;
    const key = entityKey({ name: first.text('supplier'), number: first.text('supplierNumber') });
    const newSupplier = this.#newSuppliers.get(key);
    if (newSupplier) this.setOutcome(newSupplier.row, 'add');
    this.#suppliers.set(key, supplierId);
    return true;
  }

  /** Sends the prices of purchased ingredients once more, because their purchases have replaced them. */
  private resendPricesOf(purchasedIds: ReadonlySet<string>): void {
    for (const row of this.#tables.Insumos) {
      const id = this.#names.ingredients.idOf(entityNameOf(row)) ?? '';
      if (!purchasedIds.has(id) || row.problem !== undefined) continue;
      const command = this.ingredientChange(row, id, false);
      if (dryRun(this.#builder, command) === true) this.#commands.push({ command, rows: [] });
    }
  }

  addStockValues(): void {
    const currentMonth = this.#options.today.slice(0, 7);
    for (const row of this.#tables.Estoque) {
      const month = row.required('month', readMonth) ?? '';
      const value = row.required('value', amountReader(AMOUNTS.stockValue)) ?? 0;
      if (month > currentMonth) this.leaveOut(row, `${yearMonthName(month)} ainda não aconteceu.`);
      else this.applyCommand(row, { type: 'RecordStockValue', month, value });
    }
  }

  private numberOf(row: WorkbookRow): number {
    return (this.#rowIndexes.get(row) ?? -1) + 1;
  }

  /** Applies a row to the entity that it names, existing or new. @returns its id; undefined if there is none */
  private applyNamedRow(
    row: WorkbookRow & RowWithName,
    list: ListName,
    commandOf: (id: string, isNew: boolean) => SingleCommand | undefined,
  ): string | undefined {
    const entityName = entityNameOf(row);
    const key = `${list} ${entityKey(entityName)}`;
    const number = this.numberOf(row);
    const knownId = this.#ids.get(number);
    if (knownId !== undefined) this.#names[list].add(knownId, entityName);
    const existingId = this.#names[list].idOf(entityName);
    if (this.#usedNames.has(key)) this.refuse(row, 'Outra linha tem este nome. Dê a cada uma um Nº.');
    else if (this.#names[list].isAmbiguous(entityName)) this.refuse(row, 'Há mais de um com este nome. Escreva o Nº.');
    else {
      this.#usedNames.add(key);
      const id = existingId ?? newId();
      const command = commandOf(id, existingId === undefined);
      if (command ? !this.applyCommand(row, command) : row.problem !== undefined) return existingId;
      if (existingId === undefined) this.#names[list].add(id, entityName);
      this.#ids.set(number, id);
      return id;
    }
    return undefined;
  }

  /** The entity that a row refers to by name; a missing one is a problem of the row. */
  private resolveName(row: WorkbookRow, list: ListName, entityName: EntityName): string | undefined {
    const id = this.#names[list].isAmbiguous(entityName) ? undefined : this.#names[list].idOf(entityName);
    if (id === undefined) row.problem ??= `“${entityName.name}” não está em ${LISTS[list]}.`;
    return id;
  }

  private linesByOwner(ownerKind: 'prato' | 'preparo'): LinesByOwner {
    const lines: LinesByOwner = new Map();
    for (const line of this.#tables.Fichas) {
      if (line.text('recipeKind') !== ownerKind) continue;
      const key = entityKey(entityNameOf(line));
      lines.set(key, [...(lines.get(key) ?? []), line]);
    }
    return lines;
  }

  /** Adds the lines of one recipe, once. */
  private addLines(lines: LinesByOwner, key: string): void {
    for (const row of lines.get(key) ?? []) {
      const isOfDish = row.text('recipeKind') === 'prato';
      const owner = this.resolveName(row, isOfDish ? 'dishes' : 'preparations', entityNameOf(row));
      const component = { name: row.text('component'), number: row.text('componentNumber') };
      const ingredientId = this.resolveName(
        row,
        row.text('kind') === 'preparo' ? 'preparations' : 'ingredients',
        component,
      );
      const quantity = row.required('quantity', amountReader(AMOUNTS.quantity)) ?? 0;
      const unit = row.value('unit', textCell(readUnit), { empty: undefined });
      if (owner === undefined || ingredientId === undefined) {
        this.refuse(row);
        continue;
      }
      const { dishes, preparations } = this.#builder.business;
      const recipe = isOfDish ? dishes.get(owner) : preparations.get(owner);
      const isExistingLine = recipe?.lines.some((line) => line.ingredientId === ingredientId) === true;
      const line = { ingredientId, quantity, unit };
      if (isOfDish) {
        const type = isExistingLine ? 'ChangeDishIngredient' : 'AddDishIngredient';
        this.applyCommand(row, { type, dishId: owner, ...line, channels: this.scopeOf(row) });
      } else {
        const type = isExistingLine ? 'ChangePreparationIngredient' : 'AddPreparationIngredient';
        this.applyCommand(row, { type, preparationId: owner, ...line });
      }
    }
    lines.delete(key);
  }

  private scopeOf(row: WorkbookRow<'Fichas'> | WorkbookRow<'Custos variáveis'>): Scope {
    if (row.text('scope') !== 'alguns') return null;
    return this.#channels.flatMap((id, channelIndex) =>
      id !== undefined && row.text('inChannel', channelIndex) === '1' ? [id] : [],
    );
  }

  /** The prices in the business's main channel, which need not be the workbook's, and in the others. */
  private pricesOf(row: WorkbookRow<'Pratos'>, existing: Dish | undefined) {
    const price = row.value('price', amountReader(AMOUNTS.salePrice), { empty: 0 });
    const otherPrices = this.#channels.flatMap((id, index) => {
      if (index === this.#mainIndex) return [];
      const repetition = index < this.#mainIndex ? index : index - 1;
      return [[id, row.value('priceElsewhere', amountReader(AMOUNTS.salePrice), { empty: null, repetition })] as const];
    });
    const mainId = mainChannelOf(this.#builder.business)?.id;
    const workbookMainId = this.#channels[this.#mainIndex];
    const isSameMain = workbookMainId === undefined || workbookMainId === mainId;
    const pricesById = new Map(isSameMain ? otherPrices : [[workbookMainId, price] as const, ...otherPrices]);
    const salePrice = isSameMain
      ? price
      : ((pricesById.has(mainId) ? (pricesById.get(mainId) ?? price) : existing?.salePrice) ?? price);
    const prices = [...pricesById].flatMap(([id, channelPrice]) => {
      if (id === undefined || id === mainId) return [];
      const newPrice = isSameMain ? channelPrice : (channelPrice ?? price);
      return [[id, !isSameMain && newPrice === salePrice ? null : newPrice] as const];
    });
    return { salePrice, ...(prices.length > 0 ? { prices: Object.fromEntries(prices) } : {}) };
  }

  /** @returns whether the command succeeded */
  private applyCommand(row: WorkbookRow, command: SingleCommand): boolean {
    const isNew = this.isNew(command);
    const outcome = row.problem ?? dryRun(this.#builder, command);
    if (typeof outcome === 'string') {
      this.refuse(row, outcome);
      return false;
    }
    if (outcome) {
      this.#commands.push({ command, rows: [row] });
      this.setOutcome(row, isNew ? 'add' : 'update');
    }
    return true;
  }

  private isNew(command: SingleCommand): boolean {
    const { months, stockValues } = this.#builder.business;
    if (command.type === 'RecordMonthRevenue') return !months.has(command.month);
    if (command.type === 'RecordStockValue') return !stockValues.has(command.month);
    return command.type.startsWith('Add');
  }

  private setOutcome(row: WorkbookRow, kind: WorkbookOutcome['kind'], sentence?: string): void {
    const { sheet, line } = row;
    this.#outcomes.set(row, { sheet, line, kind, ...(sentence === undefined ? {} : { sentence }) });
  }

  private refuse(row: WorkbookRow, sentence = row.problem): void {
    this.setOutcome(row, 'refused', sentence);
  }

  private leaveOut(row: WorkbookRow, sentence: string): void {
    this.setOutcome(row, 'ignored', sentence);
  }
}

/** The fields of a dish without its price, which has a column for each channel. */
const unpricedDish = omitFields(dishFields, 'salePrice');

const LISTS: Readonly<Record<ListName, SheetName>> = {
  ingredients: 'Insumos',
  preparations: 'Preparos',
  dishes: 'Pratos',
  fixedCosts: 'Custos fixos',
  variableCosts: 'Custos variáveis',
  channels: 'Canais',
  suppliers: 'Fornecedores',
};

interface RowWithName {
  text(key: 'name' | 'sameNameNumber'): string;
}

const entityNameOf = (row: RowWithName): EntityName => ({ name: row.text('name'), number: row.text('sameNameNumber') });

const entityKey = ({ name, number }: EntityName): string => `${normalizeName(name)}\n${number === '' ? '1' : number}`;

/** The value of a setting; a default counts as unset unless the setting is set. */
function unlessDefault<Value extends number>(
  value: Value | null,
  savedValue: Value | null,
  defaultValue: Value,
): Value | null {
  const newValue = value ?? defaultValue;
  if (newValue === (savedValue ?? defaultValue)) return savedValue;
  return newValue === defaultValue ? null : newValue;
}
