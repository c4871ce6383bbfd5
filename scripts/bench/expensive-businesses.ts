import type { SingleCommand } from '#domain/business/commands.ts';
import { v5 as uuidFrom } from 'uuid';
import { eventsOf, makeOwners, type OwnerWithBusiness } from './businesses.ts';

/** The sizes of the packs are primes, so that prices per unit have no common denominator. */
const PACKS = 50;
export const NESTED_PREPARATIONS = 480;
export const PRICE_CHANGES = 19_000;

/** Derives the ids of a business from readable texts. */
export const idFor = (owner: OwnerWithBusiness) => (text: string) => uuidFrom(text, owner.businessId);

function primesFrom(start: number, count: number): readonly number[] {
  const primes: number[] = [];
  const isPrime = (number: number): boolean => {
    for (let divisor = 2; divisor * divisor <= number; divisor += 1) if (number % divisor === 0) return false;
    return true;
  };
  for (let number = start; primes.length < count; number += 1) if (isPrime(number)) primes.push(number);
  return primes;
}

/** The yield of every preparation: one piece, in ten-thousandths. */
const ONE_PIECE = { yieldQuantity: 10_000, yieldUnit: 'un' } as const;

/**
 * Every dish costs an exact half of the last digit, so its rounding needs exact fractions. One preparation uses a part
 * of each pack and the other one the rest: only together do they cost whole packs, and the salt adds the half digit.
 */
function roundingTies(id: (text: string) => string): readonly SingleCommand[] {
  const lineOf = (preparationId: string, ingredientId: string, quantity: number): SingleCommand => ({
    type: 'AddPreparationIngredient',
    preparationId,
    ingredientId,
    quantity,
  });
  const [first, second, salt] = [id('a'), id('b'), id('sal')];
  const dishIds = Array.from({ length: 200 }, (_, i) => id(`prato ${i}`));
  return [
    { type: 'AddPreparation', id: first, name: 'a', ...ONE_PIECE },
    { type: 'AddPreparation', id: second, name: 'b', ...ONE_PIECE },
    { type: 'AddIngredient', id: salt, name: 'sal', unit: 'g', unitPrice: 1 },
    ...primesFrom(90_000_000, PACKS).flatMap((quantity, i): readonly SingleCommand[] => {
      const pack = id(`pacote ${i}`);
      const purchase = { price: 9_999_991 - i, quantity, unit: 'g', label: null };
      const part = Math.floor(quantity / 3);
      return [
        { type: 'AddIngredient', id: pack, name: `pacote ${i}`, unit: 'g', pack: purchase },
        lineOf(first, pack, part),
        lineOf(second, pack, quantity - part),
      ];
    }),
    ...dishIds.flatMap((dishId, i): readonly SingleCommand[] => [
      { type: 'AddDish', id: dishId, name: `prato ${i}`, salePrice: 1_000_000 + i },
      { type: 'AddDishIngredient', dishId, ingredientId: first, quantity: 10_000 },
      { type: 'AddDishIngredient', dishId, ingredientId: second, quantity: 10_000 },
      { type: 'AddDishIngredient', dishId, ingredientId: salt, quantity: 5_000 },
    ]),
  ];
}

/** Eight levels of sixty preparations. Each preparation above the lowest level uses twenty of the next lower one. */
function nestedPreparations(id: (text: string) => string): readonly SingleCommand[] {
  const idOf = (i: number): string => id(`preparo ${i}`);
  const perLevel = NESTED_PREPARATIONS / 8;
  return Array.from({ length: NESTED_PREPARATIONS }, (_, i): readonly SingleCommand[] => [
    { type: 'AddPreparation', id: idOf(i), name: `preparo ${i}`, ...ONE_PIECE },
    ...(i < perLevel
      ? []
      : Array.from({ length: 20 }, (_line, index): SingleCommand => ({
          type: 'AddPreparationIngredient',
          preparationId: idOf(i),
          ingredientId: idOf((Math.floor(i / perLevel) - 1) * perLevel + ((i + index) % perLevel)),
          quantity: 1_000,
        }))),
  ]).flat();
}

/** An ingredient whose price changed all year, in a dish that uses it through a hundred and eighty preparations. */
function longHistory(id: (text: string) => string): readonly SingleCommand[] {
  const [flour, cake] = [id('farinha'), id('bolo')];
  const idOf = (i: number): string => (i < 0 ? flour : id(`preparo ${i}`));
  return [
    { type: 'AddIngredient', id: flour, name: 'farinha', unit: 'un', unitPrice: 10_000 },
    ...Array.from({ length: 180 }, (_, i): readonly SingleCommand[] => [
      { type: 'AddPreparation', id: idOf(i), name: `preparo ${i}`, ...ONE_PIECE },
      { type: 'AddPreparationIngredient', preparationId: idOf(i), ingredientId: idOf(i - 20), quantity: 10_000 },
    ]).flat(),
    { type: 'AddDish', id: cake, name: 'bolo', salePrice: 400_000 },
    ...Array.from({ length: 20 }, (_, i): SingleCommand => ({
      type: 'AddDishIngredient',
      dishId: cake,
      ingredientId: idOf(160 + i),
      quantity: 10_000,
    })),
    ...Array.from({ length: PRICE_CHANGES }, (_, i): SingleCommand => ({
      type: 'ChangeIngredient',
      id: flour,
      unitPrice: 10_000 + (i % 977),
    })),
  ];
}

/** An owner whose business consists of the events of these commands. */
function ownerWith(
  number: number,
  commandsFor: (id: (text: string) => string) => readonly SingleCommand[],
): OwnerWithBusiness {
  const [owner] = makeOwners(1, 1, number);
  if (!owner) throw new RangeError('no owner');
  const commands = commandsFor(idFor(owner));
  return { ...owner, events: eventsOf([{ type: 'OpenBusiness', ownerId: owner.userId }, ...commands]) };
}

/** Owners of the most expensive legal businesses. The numbers differ from those of all other owners in a benchmark. */
export const makeExpensiveOwners = () =>
  ({
    roundingTies: ownerWith(101, roundingTies),
    nestedPreparations: ownerWith(102, nestedPreparations),
    longHistory: ownerWith(103, longHistory),
  }) as const;
