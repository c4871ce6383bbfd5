import { entitiesOf } from '#domain/business/event-entities.ts';
import { dayText, monthName, yearMonthName } from '#contract/instants.ts';
import type { EntityReference } from '#domain/business/entity-fields.ts';
import type { ChangeEvents } from './history-event.ts';

/** An entity that a change has touched, as named in the list. */
export interface TouchedEntity {
  readonly kind: Exclude<EntityReference['kind'], 'dish_ingredient' | 'preparation_ingredient'>;
  readonly id: string;
  readonly name: string;
}

/** The first `max` entities that a change has touched, without duplicates. */
export function touchedEntities(change: ChangeEvents, max: number): TouchedEntity[] {
  const entities = new Map<string, TouchedEntity>();
  for (const entity of change.flatMap(({ event }) => entitiesOf(event))) {
    const touched = touchedEntity(entity);
    entities.set(`${touched.kind} ${touched.id}`, touched);
    if (entities.size === max) break;
  }
  return [...entities.values()];
}

/** A line of a recipe is listed as its dish, or its preparation. */
export function touchedEntity(entity: EntityReference): TouchedEntity {
  switch (entity.kind) {
    case 'fixed_cost':
    case 'variable_cost':
    case 'ingredient':
    case 'preparation':
    case 'dish':
    case 'channel':
    case 'supplier':
      return { kind: entity.kind, id: entity.id, name: entity.name };
    case 'dish_ingredient':
      return { kind: 'dish', id: entity.dishId, name: entity.dishName };
    case 'preparation_ingredient':
      return { kind: 'preparation', id: entity.preparationId, name: entity.preparationName };
    case 'month':
      return { kind: 'month', id: String(entity.month), name: monthName(entity.month) };
    case 'average_ticket':
      return { kind: 'average_ticket', id: '', name: 'ticket médio' };
    case 'settings':
      return { kind: 'settings', id: '', name: 'ajustes' };
    case 'sales':
      return {
        kind: 'sales',
        id: `${entity.month} ${entity.channelId}`,
        name: `vendas de ${yearMonthName(entity.month)} em ${entity.channelName}`,
      };
    case 'purchase':
      return { kind: 'purchase', id: entity.id, name: `compra de ${dayText(entity.date)}` };
    case 'stock_value':
      return { kind: 'stock_value', id: entity.month, name: `estoque de ${yearMonthName(entity.month)}` };
    default:
      return entity satisfies never;
  }
}
