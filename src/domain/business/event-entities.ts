import type { EntityKind, EntityReference, NamedKind } from './entity-fields.ts';
import { EVENT_TRAITS, isAbout } from './event-traits.ts';
import type { BusinessEvent, EntityEvents } from './events.ts';

type References = {
  readonly [Kind in EntityKind]: (data: EntityEvents[Kind]['data']) => EntityReference | undefined;
};

const REFERENCES: References = {
  business: () => undefined,
  fixed_cost: named('fixed_cost'),
  variable_cost: named('variable_cost'),
  ingredient: named('ingredient'),
  preparation: named('preparation'),
  preparation_ingredient: ({ preparationId, preparationName, ingredientId, ingredientName }) => ({
    kind: 'preparation_ingredient',
    preparationId,
    preparationName,
    ingredientId,
    ingredientName,
  }),
  dish: named('dish'),
  dish_ingredient: ({ dishId, dishName, ingredientId, ingredientName }) => ({
    kind: 'dish_ingredient',
    dishId,
    dishName,
    ingredientId,
    ingredientName,
  }),
  month: ({ month }) => ({ kind: 'month', month }),
  average_ticket: () => ({ kind: 'average_ticket' }),
  settings: () => ({ kind: 'settings' }),
  channel: named('channel'),
  supplier: named('supplier'),
  purchase: ({ id, date, supplierName = null }) => ({ kind: 'purchase', id, date, supplierName }),
  stock_value: ({ month }) => ({ kind: 'stock_value', month }),
  sales: ({ month, channelId, channelName }) => ({ kind: 'sales', month, channelId, channelName }),
};

/** The entity that an event is about; undefined for events about the business as a whole. */
export function entityOf({ type, data }: BusinessEvent): EntityReference | undefined {
  // The traits name the kind of entity that the event's data belongs to.
  const reference = REFERENCES[EVENT_TRAITS[type].entity] as (
    data: BusinessEvent['data'],
  ) => EntityReference | undefined;
  return reference(data);
}

/** All entities of an event, starting with the one that it is about. */
export function entitiesOf(event: BusinessEvent): readonly EntityReference[] {
  const entity = entityOf(event);
  if (!entity) return [];
  if (isAbout(event, 'purchase')) {
    const { supplierId, supplierName, prices, made } = event.data;
    const nameById = new Map([...made, ...prices].map(({ id, name }) => [id, name]));
    return [
      entity,
      ...(supplierId === undefined || supplierId === null
        ? []
        : [{ kind: 'supplier', id: supplierId, name: supplierName ?? '' } as const]),
      ...Array.from(nameById, ([id, name]) => ({ kind: 'ingredient', id, name }) as const),
    ];
  }
  if (event.type !== 'IngredientReplaced') return [entity];
  const { byId, byName, recipes } = event.data;
  return [
    entity,
    { kind: 'ingredient', id: byId, name: byName },
    ...recipes.map(({ kind, id, name }) => ({ kind, id, name })),
  ];
}

/** An event contains the name, or in `to` the new name where the name itself changes. */
type NamedData =
  { readonly id: string; readonly name: string } | { readonly id: string; readonly to: string; readonly name?: never };

function named(kind: NamedKind) {
  return (data: NamedData): EntityReference => ({
    kind,
    id: data.id,
    name: data.name === undefined ? data.to : data.name,
  });
}
