import { makeAutoObservable } from 'mobx';
import * as v from 'valibot';
import { type AmountReading, type AmountRule, AMOUNTS, readAmount } from '#domain/amounts.ts';
import { formatForInput } from '#domain/numerals.ts';
import { PRICE_GRAINS, type PriceGrain, type PriceGrainName } from '#domain/figures/price-grain.ts';
import type { PriceGoal } from '#domain/figures/suggested-price.ts';
import { PERSONAL_PREFIX } from '#web/stores/local-markers.ts';
import { moneyInputText } from '../entry/field.ts';

/**
 * The target of the margin. From 50 % on the product calls a margin excellent; with 15 to 20 % of taxes and fees it
 * leaves a third for the food.
 */
const USUAL_MARGIN = 500_000;

const GRAIN_NAMES = Object.keys(PRICE_GRAINS) as PriceGrainName[];
const StoredTarget = v.object({
  kind: v.picklist(['margin', 'profit']),
  margin: v.string(),
  profit: v.string(),
  grain: v.picklist(GRAIN_NAMES),
});
type PriceTarget = v.InferOutput<typeof StoredTarget>;

const RULES: Readonly<Record<PriceGoal['kind'], AmountRule>> = {
  margin: { kind: 'percentage', min: 0, max: 1_000_000 },
  profit: AMOUNTS.salePrice,
};

/** The goal of a suggested price. This browser stores the last one, because it seldom differs from dish to dish. */
export class TargetPrice {
  private target: PriceTarget;
  readonly #storage: () => Storage;

  constructor(storage: () => Storage = () => localStorage) {
    this.#storage = storage;
    this.target = storedTarget(storage) ?? {
      kind: 'margin',
      margin: formatForInput(USUAL_MARGIN),
      profit: moneyInputText(50_000),
      grain: 'endingInNinety',
    };
    makeAutoObservable(this, {}, { autoBind: true });
  }

  get kind(): PriceGoal['kind'] {
    return this.target.kind;
  }

  get grainName(): PriceGrainName {
    return this.target.grain;
  }

  get grain(): PriceGrain {
    return PRICE_GRAINS[this.target.grain];
  }

  /** The text in the field. */
  get text(): string {
    return this.target[this.kind];
  }

  get rule(): AmountRule {
    return RULES[this.kind];
  }

  get reading(): AmountReading {
    return readAmount(this.text, this.rule);
  }

  get goal(): PriceGoal | undefined {
    const { reading } = this;
    if (!reading.ok) return undefined;
    return this.kind === 'margin'
      ? { kind: 'margin', percentage: reading.tenThousandths }
      : { kind: 'profit', amount: reading.tenThousandths };
  }

  type(text: string): void {
    this.store({ ...this.target, [this.kind]: text });
  }

  chooseGoal(kind: PriceGoal['kind']): void {
    this.store({ ...this.target, kind });
  }

  roundTo(grain: PriceGrainName): void {
    this.store({ ...this.target, grain });
  }

  private store(target: PriceTarget): void {
    this.target = target;
    if (!this.goal) return; // The text is still being typed.
    try {
      this.#storage().setItem(STORAGE_KEY, JSON.stringify(target));
    } catch {
      // The browser may refuse to store anything.
    }
  }
}

const STORAGE_KEY = `${PERSONAL_PREFIX}wanted-price`;

function storedTarget(storage: () => Storage): PriceTarget | undefined {
  try {
    const stored = v.safeParse(StoredTarget, JSON.parse(storage().getItem(STORAGE_KEY) ?? 'null'));
    return stored.success ? stored.output : undefined;
  } catch {
    return undefined;
  }
}
