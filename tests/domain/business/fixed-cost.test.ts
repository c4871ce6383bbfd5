import { QUOTAS } from '#domain/limits.ts';
import { fixedCost, given, many, units, variableCost } from '#tests/support/given.ts';
import { describe, expect, test } from 'vitest';

describe('fixed costs', () => {
  test('are added by an event with all their fields', () => {
    given()
      .when({ type: 'AddFixedCost', id: 'a', name: 'Aluguel', value: units(3500) })
      .gives({ type: 'FixedCostAdded', data: { id: 'a', name: 'Aluguel', value: units(3500) } });
  });

  test('cannot be added with the id of an existing one', () => {
    given(fixedCost('aluguel'))
      .when({ type: 'AddFixedCost', id: 'aluguel', name: 'Luz', value: 1 })
      .refusedWith('id_taken');
  });

  test('may share a name', () => {
    given(fixedCost('aluguel'))
      .when({ type: 'AddFixedCost', id: 'b', name: 'aluguel', value: 1 })
      .gives({ type: 'FixedCostAdded', data: { id: 'b', name: 'aluguel', value: 1 } });
  });

  test('record only the changed field, with from and to', () => {
    given(fixedCost('luz', 200))
      .when({ type: 'ChangeFixedCost', id: 'luz', value: units(250) })
      .gives({
        type: 'FixedCostAmountChanged',
        data: { id: 'luz', name: 'luz', from: units(200), to: units(250) },
      });
    given(fixedCost('luz', 200))
      .when({ type: 'ChangeFixedCost', id: 'luz', name: 'Energia', value: units(200) })
      .gives({ type: 'FixedCostRenamed', data: { id: 'luz', from: 'luz', to: 'Energia' } });
  });

  test('record a change of name and value as two events, the second with the new name', () => {
    const after = given(fixedCost('luz', 200))
      .when({ type: 'ChangeFixedCost', id: 'luz', name: 'Energia', value: 0 })
      .gives(
        { type: 'FixedCostRenamed', data: { id: 'luz', from: 'luz', to: 'Energia' } },
        { type: 'FixedCostAmountChanged', data: { id: 'luz', name: 'Energia', from: units(200), to: 0 } },
      );
    expect(after.state.fixedCosts.get('luz')).toMatchObject({ name: 'Energia', value: 0, version: 3 });
  });

  test('record nothing when no value changes', () => {
    given(fixedCost('luz', 200)).when({ type: 'ChangeFixedCost', id: 'luz' }).changesNothing();
    given(fixedCost('luz', 200))
      .when({ type: 'ChangeFixedCost', id: 'luz', name: 'luz', value: units(200), version: 1 })
      .changesNothing();
  });

  test('are removed by an event with all their data', () => {
    const removed = { id: 'luz', name: 'luz', value: units(200), version: 1 };
    const after = given(fixedCost('luz', 200))
      .when({ type: 'RemoveFixedCost', id: 'luz' })
      .gives({ type: 'FixedCostRemoved', data: removed });
    after.when({ type: 'RemoveFixedCost', id: 'luz' }).refusedWith('fixed_cost_unknown');
  });

  test('refuse changes and removals of unknown ids, whatever the version', () => {
    given(variableCost('luz'))
      .when({ type: 'ChangeFixedCost', id: 'luz', version: 1 })
      .refusedWith('fixed_cost_unknown');
    given(variableCost('luz'))
      .when({ type: 'RemoveFixedCost', id: 'luz', version: 1 })
      .refusedWith('fixed_cost_unknown');
  });

  test('refuse an outdated version, even when nothing would change', () => {
    const changed = given(fixedCost('luz', 200), [
      { type: 'FixedCostAmountChanged', data: { id: 'luz', name: 'luz', from: units(200), to: units(250) } },
    ]);
    const stale = { given: 1, current: 2 };
    changed
      .when({ type: 'ChangeFixedCost', id: 'luz', value: units(250), version: 1 })
      .refusedWith('changed_meanwhile', stale);
    changed.when({ type: 'RemoveFixedCost', id: 'luz', version: 1 }).refusedWith('changed_meanwhile', stale);
    changed.when({ type: 'ChangeFixedCost', id: 'luz', value: units(250), version: 2 }).changesNothing();
  });

  test('are limited to 300', () => {
    const one = { type: 'AddFixedCost', id: 'x', name: 'x', value: 1 } as const;
    given(many(QUOTAS.fixedCosts - 1, fixedCost))
      .when(one)
      .gives({ type: 'FixedCostAdded', data: { id: 'x', name: 'x', value: 1 } })
      .when({ ...one, id: 'y' })
      .refusedWith('too_many_fixed_costs', { limit: 300 });
  });

  test('keep the order in which they were added when they change', () => {
    const { state } = given(
      fixedCost('c'),
      fixedCost('a'),
      fixedCost('b'),
      [{ type: 'FixedCostRenamed', data: { id: 'c', from: 'c', to: 'z' } }],
      [{ type: 'FixedCostRemoved', data: { id: 'a', name: 'a', value: units(100), version: 1 } }],
      fixedCost('a'),
    );
    expect([...state.fixedCosts.keys()]).toEqual(['c', 'b', 'a']);
    const sequences = [...state.fixedCosts.values()].map((cost) => cost.sequence);
    expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
  });
});
