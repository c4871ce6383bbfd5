import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { channelPrice } from '#domain/figures/channel-price.ts';
import { CENTS, PRICE_GRAINS, WHOLE_REAIS } from '#domain/figures/price-grain.ts';

const R = (reais: number): number => Math.round(reais * 10_000);
const rates = (percent: number): bigint => BigInt(R(percent));

const COST = R(22.7607);
const GRAINS = { cents: CENTS, ninety: PRICE_GRAINS.endingInNinety, reais: WHOLE_REAIS };

describe('the suggested price for a channel', () => {
  test('leaves the wanted amount: (cmv + wanted) ÷ (1 − rates), rounded up to the price grain', () => {
    const question = { cmv: COST, rates: rates(41.2), goal: { kind: 'amount', amount: R(16.5605) } } as const;
    expect(channelPrice({ ...question, grain: CENTS })).toEqual({ kind: 'price', price: R(66.88) });
    expect(channelPrice({ ...question, grain: PRICE_GRAINS.endingInNinety })).toEqual({
      kind: 'price',
      price: R(66.9),
    });
    expect(channelPrice({ ...question, grain: WHOLE_REAIS })).toEqual({ kind: 'price', price: R(67) });
  });

  test('leaves the wanted margin: cmv ÷ (1 − rates − wanted), rounded up to the price grain', () => {
    const question = { cmv: COST, rates: rates(41.2), goal: { kind: 'margin', percentage: R(30) } } as const;
    expect(channelPrice({ ...question, grain: CENTS })).toEqual({ kind: 'price', price: R(79.04) });
    expect(channelPrice({ ...question, grain: PRICE_GRAINS.endingInNinety })).toEqual({
      kind: 'price',
      price: R(79.9),
    });
  });

  test('is not rounded up when the exact price is on the price grain already', () => {
    // (6,00 + 3,90) ÷ (1 − 0,50) = 19,80; (6,00 + 3,95) ÷ 0,5 = 19,90.
    const at = (amount: number) =>
      channelPrice({
        cmv: R(6),
        rates: rates(50),
        goal: { kind: 'amount', amount: R(amount) },
        grain: PRICE_GRAINS.endingInNinety,
      });
    expect(at(3.95)).toEqual({ kind: 'price', price: R(19.9) });
    expect(at(3.9501)).toEqual({ kind: 'price', price: R(20.9) });
  });

  test('does not exist when rates and margin leave nothing for the ingredients, or when it would be above the limit', () => {
    const goal = { kind: 'amount', amount: R(10) } as const;
    expect(channelPrice({ cmv: COST, rates: rates(100), goal, grain: CENTS })).toEqual({
      kind: 'impossible',
      taken: R(100),
    });
    expect(
      channelPrice({ cmv: COST, rates: rates(40), goal: { kind: 'margin', percentage: R(60) }, grain: CENTS }),
    ).toEqual({ kind: 'impossible', taken: R(100) });
    expect(channelPrice({ cmv: COST, rates: rates(99.9999), goal, grain: CENTS })).toEqual({ kind: 'too_dear' });
  });

  test('may be any price when the dish costs nothing, or when even a price of zero leaves the wanted amount', () => {
    expect(
      channelPrice({ cmv: 0, rates: rates(20), goal: { kind: 'margin', percentage: R(30) }, grain: CENTS }),
    ).toEqual({
      kind: 'any',
    });
    expect(channelPrice({ cmv: R(2), rates: 0n, goal: { kind: 'amount', amount: R(-3) }, grain: CENTS })).toEqual({
      kind: 'any',
    });
  });

  test('is the lowest price on the price grain that leaves the wanted amount', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: R(500) }),
        fc.integer({ min: 0, max: R(95) }),
        fc.integer({ min: 0, max: R(300) }),
        fc.constantFrom(...(Object.keys(GRAINS) as (keyof typeof GRAINS)[])),
        (cmv, taken, amount, name) => {
          const grain = GRAINS[name];
          const answer = channelPrice({ cmv, rates: BigInt(taken), goal: { kind: 'amount', amount }, grain });
          if (answer.kind !== 'price') throw new Error(answer.kind);
          // Four decimals more, so that nothing is rounded: price × (100 % − rates) ≥ (cmv + amount) × 100 %.
          const isEnough = (price: number) =>
            BigInt(price) * (1_000_000n - BigInt(taken)) >= BigInt(cmv + amount) * 1_000_000n;
          expect(isEnough(answer.price)).toBe(true);
          expect((answer.price - grain.first) % grain.step).toBe(0);
          expect(answer.price > grain.first && isEnough(answer.price - grain.step)).toBe(false);
        },
      ),
    );
  });
});
