import type { BusinessCommand } from '#domain/business/commands.ts';
import { decide, isRefusal } from '#domain/business/decide.ts';
import { fold } from '#domain/business/evolve.ts';
import type { Business } from '#domain/business/state.ts';
import { numberFromUnits, type Units } from '#domain/decimal.ts';
import type { ApiClient } from '#web/api/client.ts';
import { ApiProblem } from '#web/api/failures.ts';
import { callInSet } from './call-in-set.ts';
import { dish, dishLine, fixedCost, ingredient, monthRevenue, variableCost, VERSION_UNKNOWN } from './from-wire.ts';
import { lineIn, put, without, withLines } from './business-rows.ts';
import type { Sent } from './ledger.ts';

/** What came of a command, and the id under which it can be undone; none where there was nothing to do. */
export interface Delivered extends Pick<Sent, 'adopt' | 'id'> {
  readonly changeId: string | undefined;
}

interface Order {
  readonly command: BusinessCommand;
  /** Gives the versions in view. */
  readonly confirmed: Business;
  readonly key: string;
}

/** Sends a command by its call of the contract. @throws ApiProblem · NetworkFailure */
export async function deliver(api: ApiClient, order: Order): Promise<Delivered> {
  let changeId: string | undefined;
  const onChange = (id: string): void => {
    changeId = id;
  };
  const delivered = await call(api, { ...order, onChange });
  return { ...delivered, changeId };
}

async function call(
  api: ApiClient,
  { command, confirmed, key, onChange }: Order & { readonly onChange: (changeId: string) => void },
): Promise<Omit<Delivered, 'changeId'>> {
  const sent = { idempotencyKey: key, onChange };
  switch (command.type) {
    case 'AddFixedCost': {
      const { name, value } = command;
      const reply = await api.call('addFixedCost', { ...sent, body: { name, value: numberFromUnits(value) } });
      return { id: reply.id, adopt: (state) => put(state, 'fixedCosts', fixedCost(reply, state.sequence)) };
    }
    case 'ChangeFixedCost': {
      const held = confirmed.fixedCosts.get(command.id);
      const body = {
        ...given('name', changed(held?.name, command.name)),
        ...givenUnits('value', changed(held?.value, command.value)),
      };
      const reply = await api.call('changeFixedCost', { ...sent, ...about(command.id, held), body });
      return { adopt: (state) => put(state, 'fixedCosts', fixedCost(reply, held?.sequence ?? state.sequence)) };
    }
    case 'RemoveFixedCost': {
      await gone(api.call('removeFixedCost', { ...sent, ...about(command.id) }));
      return { adopt: (state) => without(state, 'fixedCosts', command.id) };
    }
    case 'AddVariableCost': {
      const { name, percentage } = command;
      const body = { name, percentage: numberFromUnits(percentage) };
      const reply = await api.call('addVariableCost', { ...sent, body });
      return { id: reply.id, adopt: (state) => put(state, 'variableCosts', variableCost(reply, state.sequence)) };
    }
    case 'ChangeVariableCost': {
      const held = confirmed.variableCosts.get(command.id);
      const body = {
        ...given('name', changed(held?.name, command.name)),
        ...givenUnits('percentage', changed(held?.percentage, command.percentage)),
      };
      const reply = await api.call('changeVariableCost', { ...sent, ...about(command.id, held), body });
      return { adopt: (state) => put(state, 'variableCosts', variableCost(reply, held?.sequence ?? state.sequence)) };
    }
    case 'RemoveVariableCost': {
      await gone(api.call('removeVariableCost', { ...sent, ...about(command.id) }));
      return { adopt: (state) => without(state, 'variableCosts', command.id) };
    }
    case 'RecordMonthRevenue': {
      const { month, value, orders } = command;
      const ifMatch = confirmed.months.get(month)?.version ?? 0;
      const body = { month, value: numberFromUnits(value), orders_count: orders };
      const reply = await api.call('recordMonthRevenue', { ...sent, ifMatch, body });
      return {
        adopt: (state) => ({ ...state, months: new Map(state.months).set(month, monthRevenue(reply)) }),
      };
    }
    case 'StateAverageTicket': {
      const body = { average_ticket: numberFromUnits(command.ticket), update_ticket_only: true as const };
      await api.call('stateAverageTicket', { ...sent, body });
      return { adopt: (state) => ({ ...state, statedTicket: command.ticket }) };
    }
    case 'AddIngredient': {
      const body = { name: command.name, unit: command.unit, unit_price: numberFromUnits(command.unitPrice) };
      const reply = await api.call('addIngredient', { ...sent, body });
      return { id: reply.id, adopt: (state) => put(state, 'ingredients', ingredient(reply, state.sequence)) };
    }
    case 'ChangeIngredient': {
      const held = confirmed.ingredients.get(command.id);
      const body = {
        ...given('name', changed(held?.name, command.name)),
        ...given('unit', changed(held?.unit, command.unit)),
        ...givenUnits('unit_price', changed(held?.unitPrice, command.unitPrice)),
      };
      const reply = await api.call('changeIngredient', { ...sent, ...about(command.id, held), body });
      return { adopt: (state) => put(state, 'ingredients', ingredient(reply, held?.sequence ?? state.sequence)) };
    }
    case 'RemoveIngredient': {
      await gone(api.call('removeIngredient', { ...sent, ...about(command.id) }));
      return { adopt: (state) => without(state, 'ingredients', command.id) };
    }
    case 'AddDish': {
      const body = { name: command.name, sale_price: numberFromUnits(command.salePrice) };
      const reply = await api.call('addDish', { ...sent, body });
      return { id: reply.id, adopt: (state) => put(state, 'dishes', dish(reply, state.sequence)) };
    }
    case 'ChangeDish': {
      const held = confirmed.dishes.get(command.id);
      const body = {
        ...given('name', changed(held?.name, command.name)),
        ...givenUnits('sale_price', changed(held?.salePrice, command.salePrice)),
      };
      const reply = await api.call('changeDish', { ...sent, ...about(command.id, held), body });
      return { adopt: (state) => put(state, 'dishes', dish(reply, held?.sequence ?? state.sequence)) };
    }
    case 'RemoveDish': {
      await gone(api.call('removeDish', { ...sent, ...about(command.id) }));
      return { adopt: (state) => without(state, 'dishes', command.id) };
    }
    case 'AddDishIngredient': {
      const { dishId, ingredientId } = command;
      const body = { dish_id: dishId, ingredient_id: ingredientId, quantity: numberFromUnits(command.quantity) };
      const reply = await api.call('addDishIngredient', { ...sent, body });
      return { adopt: (state) => withLines(state, dishId, (lines) => [...lines, dishLine(reply)]) };
    }
    case 'ChangeDishIngredient': {
      const { dishId, ingredientId } = command;
      const held = lineIn(confirmed, dishId, ingredientId);
      const body = { quantity: numberFromUnits(command.quantity) };
      const params = { dishId, ingredientId };
      const reply = await api.call('changeDishIngredient', { ...sent, params, ...inView(held), body });
      const changed = dishLine(reply);
      return {
        adopt: (state) =>
          withLines(state, dishId, (lines) =>
            lines.map((line) => (line.ingredientId === ingredientId ? changed : line)),
          ),
      };
    }
    case 'RemoveDishIngredient': {
      const { dishId, ingredientId } = command;
      await gone(api.call('removeDishIngredient', { ...sent, params: { dishId, ingredientId } }));
      return {
        adopt: (state) =>
          withLines(state, dishId, (lines) => lines.filter((line) => line.ingredientId !== ingredientId)),
      };
    }
    case 'Together': {
      await api.call('applyChanges', { ...sent, body: { calls: command.commands.map(callInSet) } });
      return { adopt: (state) => decided(state, command) };
    }
    case 'OpenBusiness':
    case 'ChangeOwner':
    case 'EraseBusiness':
    case 'UndoChange':
      throw new Error('whose a business is, and what was done before, is known to the server');
    default:
      return command satisfies never;
  }
}

/** The server has done just that: ids are the sender's own, and there is nothing in its answer that is not known here. */
function decided(state: Business, command: BusinessCommand): Business {
  const decision = decide(state, command);
  return isRefusal(decision) ? state : fold(decision, state);
}

/** Somebody else has removed it already: what was wanted is so. */
async function gone(removal: Promise<undefined>): Promise<void> {
  try {
    await removal;
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status !== 404) throw error;
  }
}

const about = (id: string, held?: { readonly version: number }) => ({ params: { id }, ...inView(held) });

/** Nothing is sent about a version that is not known. */
const inView = (held: { readonly version: number } | undefined): { ifMatch?: number } =>
  held === undefined || held.version === VERSION_UNKNOWN ? {} : { ifMatch: held.version };

/** Only what really changes is sent: what somebody else changes meanwhile in another field stays. */
const changed = <Value>(from: Value | undefined, to: Value | undefined): Value | undefined =>
  to === from ? undefined : to;

const given = <Key extends string>(key: Key, value: string | undefined): { [key in Key]?: string } =>
  (value === undefined ? {} : { [key]: value }) as { [key in Key]?: string };

const givenUnits = <Key extends string>(key: Key, value: Units | undefined): { [key in Key]?: number } =>
  (value === undefined ? {} : { [key]: numberFromUnits(value) }) as { [key in Key]?: number };
