/** A change of a business that every correct server accepts, so any other answer is the server's fault. */
export interface WorkloadRequest {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  /** Reports that it was answered with success. */
  done(reply: { readonly id?: string }): void;
}

interface Line {
  readonly dish: string;
  readonly ingredient: string;
}

const nothing = (): void => undefined;

/**
 * The requests of one connection. It changes and removes only what it has added itself and knows to exist. `newNumber`
 * returns a new number each time, so that every request makes an event.
 */
export function createWorkload(random: () => number, newNumber: () => number): { next(): WorkloadRequest } {
  const costs: string[] = [];
  const ingredients: string[] = [];
  const dishes: string[] = [];
  let lines: Line[] = [];

  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const take = (list: string[]): string | undefined => list.splice(Math.floor(random() * list.length), 1)[0];
  const adding = (path: string, body: WorkloadRequest['body'] & object, list: string[]): WorkloadRequest => ({
    method: 'POST',
    path,
    body,
    done: ({ id }) => id !== undefined && list.push(id),
  });
  const changing = (path: string, body: WorkloadRequest['body'] & object): WorkloadRequest => ({
    method: 'PUT',
    path,
    body,
    done: nothing,
  });
  const removing = (path: string): WorkloadRequest => ({ method: 'DELETE', path, done: nothing });

  function removeDish(): WorkloadRequest | undefined {
    if (dishes.length < 3) return undefined;
    const dish = take(dishes);
    lines = lines.filter((line) => line.dish !== dish);
    return dish === undefined ? undefined : removing(`/api/dishes/${dish}`);
  }

  function addLine(quantity: number): WorkloadRequest | undefined {
    const [dish, ingredient] = [pick(dishes), pick(ingredients)];
    if (dish === undefined || ingredient === undefined) return undefined;
    if (lines.some((line) => line.dish === dish && line.ingredient === ingredient)) return undefined;
    lines.push({ dish, ingredient }); // It is removed from the list now, whatever the outcome, so that it is not tried twice.
    const body = { dish_id: dish, ingredient_id: ingredient, quantity };
    return { method: 'POST', path: '/api/recipe-ingredients', body, done: nothing };
  }

  const kinds: readonly ((n: number) => WorkloadRequest | undefined)[] = [
    (n) => (costs.length < 6 ? adding('/api/fixed-costs', { name: `Custo ${n}`, value: n }, costs) : undefined),
    (n) => (costs.length > 0 ? changing(`/api/fixed-costs/${pick(costs)}`, { value: n }) : undefined),
    () => (costs.length > 3 ? removing(`/api/fixed-costs/${take(costs)}`) : undefined),
    (n) => ({
      method: 'POST',
      path: '/api/revenue-projections',
      body: { month: 1 + Math.floor(random() * 12), value: n, orders_count: 1 + Math.floor(random() * 900) },
      done: nothing,
    }),
    (n) =>
      ingredients.length < 5
        ? adding('/api/ingredients', { name: `Insumo ${n}`, unit: 'kg', unit_price: n / 100 }, ingredients)
        : undefined,
    (n) =>
      ingredients.length > 0 ? changing(`/api/ingredients/${pick(ingredients)}`, { unit_price: n / 100 }) : undefined,
    (n) => (dishes.length < 4 ? adding('/api/dishes', { name: `Prato ${n}`, sale_price: n }, dishes) : undefined),
    (n) => (dishes.length > 0 ? changing(`/api/dishes/${pick(dishes)}`, { sale_price: n }) : undefined),
    (n) => addLine(n / 1_000),
    removeDish,
  ];

  return {
    next() {
      for (;;) {
        const request = pick(kinds)?.(newNumber());
        if (request) return request;
      }
    },
  };
}
