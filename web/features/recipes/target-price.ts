import { makeAutoObservable } from 'mobx';
import * as v from 'valibot';
import { type AmountReading, type AmountRule, AMOUNTS, readAmount } from '#domain/amounts.ts';
import { typedNumeral } from '#domain/numerals.ts';
import { PRICE_GRAINS, type PriceGrain, type PriceGrainName } from '#domain/figures/price-grain.ts';
import type { PriceGoal } from '#domain/figures/suggested-price.ts';
import { PERSONAL_PREFIX } from '#web/stores/local-markers.ts';
import { typedMoney } from '../entry/field.ts';

/** From 50 % on the product calls a margin excellent; with 15 to 20 % of taxes and fees it leaves a third for the food. */
const USUAL_MARGIN = 500_000;

const GRAINS = Object.keys(PRICE_GRAINS) as PriceGrainName[];
const Kept = v.object({
  kind: v.picklist(['margin', 'profit']),
  margin: v.string(),
  profit: v.string(),
  grain: v.picklist(GRAINS),
});
type PriceTarget = v.InferOutput<typeof Kept>;

const RULES: Readonly<Record<PriceGoal['kind'], AmountRule>> = {
  margin: { kind: 'percentage', min: 0, max: 1_000_000 },
  profit: AMOUNTS.salePrice,
};

/** What the owner wants of a price. The last wish is kept in this browser: it seldom differs from dish to dish. */
export class TargetPrice {
  private wanted: PriceTarget;
  readonly #storage: () => Storage;

  constructor(storage: () => Storage = () => localStorage) {
    this.#storage = storage;
    this.wanted = keptIn(storage) ?? {
      kind: 'margin',
      margin: typedNumeral(USUAL_MARGIN),
      profit: typedMoney(50_000),
      grain: 'endingInNinety',
    };
    makeAutoObservable(this, {}, { autoBind: true });
  }

  get kind(): PriceGoal['kind'] {
    return this.wanted.kind;
  }

  get grainName(): PriceGrainName {
    return this.wanted.grain;
  }

  get grain(): PriceGrain {
    return PRICE_GRAINS[this.wanted.grain];
  }

  /** What stands in the field. */
  get text(): string {
    return this.wanted[this.kind];
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
      ? { kind: 'margin', percentage: reading.units }
      : { kind: 'profit', amount: reading.units };
  }

  type(text: string): void {
    this.keep({ ...this.wanted, [this.kind]: text });
  }

  want(kind: PriceGoal['kind']): void {
    this.keep({ ...this.wanted, kind });
  }

  roundTo(grain: PriceGrainName): void {
    this.keep({ ...this.wanted, grain });
  }

  private keep(wanted: PriceTarget): void {
    this.wanted = wanted;
    if (!this.goal) return; // half typed
    try {
      this.#storage().setItem(KEY, JSON.stringify(wanted));
    } catch {
      // A storage that is blocked keeps nothing.
    }
  }
}

const KEY = `${PERSONAL_PREFIX}wanted-price`;

function keptIn(storage: () => Storage): PriceTarget | undefined {
  try {
    const kept = v.safeParse(Kept, JSON.parse(storage().getItem(KEY) ?? 'null'));
    return kept.success ? kept.output : undefined;
  } catch {
    return undefined;
  }
}
