import type { ApiVisitor } from './visitor.ts';

type Body = Readonly<Record<string, unknown>>;

/** Creates entities of a signed-in owner by API calls, for tests that are not about typing them. */
export function businessByCalls({ call }: Pick<ApiVisitor, 'call'>) {
  /** @returns its id */
  const create = async (path: string, body: Body): Promise<string> => {
    const { status, text, json } = await call('POST', path, { body });
    if (status !== 201) throw new Error(`${path}: ${status} ${text}`);
    return (json as { readonly id: string }).id;
  };
  return {
    fixedCost: (name: string, value: number) => create('/api/fixed-costs', { name, value }),
    /** @param channels ids of the channels that pay it; all by default */
    variableCost: (name: string, percentage: number, channels?: readonly string[]) =>
      create('/api/variable-costs', { name, percentage, ...(channels && { channels }) }),
    channel: (name: string) => create('/api/channels', { name }),
    ingredient: (name: string, unit: string, unitPrice: number) =>
      create('/api/ingredients', { name, unit, unit_price: unitPrice }),
    /** Creates a dish with one line. */
    async dish(name: string, salePrice: number, line: { readonly ingredient: string; readonly quantity: number }) {
      const id = await create('/api/dishes', { name, sale_price: salePrice });
      const { ingredient, quantity } = line;
      await create('/api/recipe-ingredients', { dish_id: id, ingredient_id: ingredient, quantity });
    },
  };
}
