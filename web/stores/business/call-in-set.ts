import type { changeSetEndpoints } from '#contract/change-set.ts';
import type { SentBody } from '#contract/endpoint.ts';
import type { OwnerContract } from '#contract/owner.ts';
import type { SentParts } from '#web/api/client.ts';
import type { SingleChange } from '#domain/business/commands.ts';
import { numberFromUnits, type Units } from '#domain/decimal.ts';

type SentCall = SentBody<(typeof changeSetEndpoints)['applyChanges']>['calls'][number];

export type CallName = SentCall['call'];

/** Calls as they are made by themselves, by name. */
export type CallOf<Name extends CallName> = {
  readonly [N in Name]: { readonly call: N } & SentParts<OwnerContract[N]>;
}[Name];

/** A command as one call of a set: with the version in view, where it names one. Ids of what it adds are the sender's. */
export function callInSet(command: SingleChange): SentCall {
  const version = versionIn(command);
  return { ...callFor(command), ...(version === undefined ? {} : { if_match: version }) };
}

/** The version that was in view. */
export const versionIn = (command: SingleChange): number | undefined =>
  'version' in command ? command.version : undefined;

/** A command as its call. */
export function callFor(command: SingleChange): SentCall {
  switch (command.type) {
    case 'AddFixedCost': {
      const { id, name, value } = command;
      return { call: 'addFixedCost', id, body: { name, value: numberFromUnits(value) } };
    }
    case 'ChangeFixedCost': {
      const { id, name, value } = command;
      return { call: 'changeFixedCost', params: { id }, body: { ...given({ name }), ...amounts({ value }) } };
    }
    case 'RemoveFixedCost':
      return { call: 'removeFixedCost', params: { id: command.id } };
    case 'AddVariableCost': {
      const { id, name, percentage } = command;
      return { call: 'addVariableCost', id, body: { name, percentage: numberFromUnits(percentage) } };
    }
    case 'ChangeVariableCost': {
      const { id, name, percentage } = command;
      return { call: 'changeVariableCost', params: { id }, body: { ...given({ name }), ...amounts({ percentage }) } };
    }
    case 'RemoveVariableCost':
      return { call: 'removeVariableCost', params: { id: command.id } };
    case 'RecordMonthRevenue': {
      const { month, value, orders } = command;
      return { call: 'recordMonthRevenue', body: { month, value: numberFromUnits(value), orders_count: orders } };
    }
    case 'StateAverageTicket':
      return {
        call: 'stateAverageTicket',
        body: { average_ticket: numberFromUnits(command.ticket), update_ticket_only: true },
      };
    case 'AddIngredient': {
      const { id, name, unit, unitPrice } = command;
      return { call: 'addIngredient', id, body: { name, unit, unit_price: numberFromUnits(unitPrice) } };
    }
    case 'ChangeIngredient': {
      const { id, name, unit, unitPrice } = command;
      const body = { ...given({ name, unit }), ...amounts({ unit_price: unitPrice }) };
      return { call: 'changeIngredient', params: { id }, body };
    }
    case 'RemoveIngredient':
      return { call: 'removeIngredient', params: { id: command.id } };
    case 'AddDish': {
      const { id, name, salePrice } = command;
      return { call: 'addDish', id, body: { name, sale_price: numberFromUnits(salePrice) } };
    }
    case 'ChangeDish': {
      const { id, name, salePrice } = command;
      return {
        call: 'changeDish',
        params: { id },
        body: { ...given({ name }), ...amounts({ sale_price: salePrice }) },
      };
    }
    case 'RemoveDish':
      return { call: 'removeDish', params: { id: command.id } };
    case 'AddDishIngredient': {
      const { dishId, ingredientId, quantity } = command;
      const body = { dish_id: dishId, ingredient_id: ingredientId, quantity: numberFromUnits(quantity) };
      return { call: 'addDishIngredient', body };
    }
    case 'ChangeDishIngredient': {
      const { dishId, ingredientId, quantity } = command;
      const body = { quantity: numberFromUnits(quantity) };
      return { call: 'changeDishIngredient', params: { dishId, ingredientId }, body };
    }
    case 'RemoveDishIngredient': {
      const { dishId, ingredientId } = command;
      return { call: 'removeDishIngredient', params: { dishId, ingredientId } };
    }
    default:
      return command satisfies never;
  }
}

/** Only what is given is sent: the rest stays as it is. */
const given = <Key extends string>(texts: { readonly [K in Key]: string | undefined }): { [K in Key]?: string } =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined)) as { [K in Key]?: string };

const amounts = <Key extends string>(units: { readonly [K in Key]: Units | undefined }): { [K in Key]?: number } =>
  Object.fromEntries(
    Object.entries<Units | undefined>(units).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, numberFromUnits(value)]],
    ),
  ) as { [K in Key]?: number };
