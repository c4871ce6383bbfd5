import { supplierFields } from '#domain/business/supplier/fields.ts';
import { fractionText } from '#domain/business/ingredient/price.ts';
import { meanPrice } from '#domain/business/purchase/prices.ts';
import type { Business, Supplier } from '#domain/business/state.ts';
import { toSafeNumber, fromTenThousandths } from '#domain/decimal.ts';
import { reduced, rounded } from '#domain/fraction.ts';
import { type CommandMappings, requireRow } from './command-mapping.ts';
import { fieldsOfTable, toDomainNames, fromWire, toWire } from './field.ts';
import type { SupplierBody } from './supplier.schema.ts';

const fields = fieldsOfTable(supplierFields);

/** The price of each ingredient in the last purchase from this supplier, in the order of the ingredients. */
function pricesFrom(business: Business, supplierId: string): SupplierBody['prices'] {
  return [...business.ingredients.values()].flatMap((row) => {
    const bought = business.purchasesByIngredient.get(row.id) ?? [];
    const last = bought.findLast(({ purchase }) => purchase.supplierId === supplierId);
    const price = last && meanPrice(business, row, [last]);
    if (!price) return [];
    return [
      {
        ingredient_id: row.id,
        date: last.purchase.date,
        price: fromTenThousandths(toSafeNumber(rounded(price))),
        exact_price: fractionText(reduced(price)),
      },
    ];
  });
}

export const supplierBody = (supplier: Supplier, business: Business): SupplierBody => ({
  id: supplier.id,
  ...toWire(fields, supplier),
  prices: pricesFrom(business, supplier.id),
  version: supplier.version,
});

/** Reads the suppliers, which have a call of their own. */
export const suppliersFrom = (bodies: readonly SupplierBody[]): Business['suppliers'] =>
  new Map(
    bodies.map((body, sequence) => [
      body.id,
      { id: body.id, ...fromWire(fields, body), version: body.version, sequence },
    ]),
  );

export const supplierCommands: CommandMappings<'ChangeSupplier'> = {
  ChangeSupplier: {
    endpoint: 'changeSupplier',
    kind: 'changes',
    toRequest: (command) => ({ params: { id: command.id }, body: toWire(fields, command) }),
    command: ({ params, body, version }) => ({
      type: 'ChangeSupplier',
      id: params.id,
      ...toDomainNames(fields, body),
      version,
    }),
    reply: (after, { id }) => supplierBody(requireRow(after.suppliers, id), after),
    readWriteSet: ({ id }) => ({ writes: [id], reads: [] }),
    savedValues: ({ suppliers }, { id }) => suppliers.get(id),
  },
};
