import { effectOf, streamKindOf } from '#domain/any-event.ts';
import { EVENT_TRAITS, traitsOf } from '#domain/business/event-traits.ts';
import type { BusinessEvent } from '#domain/business/events.ts';
import { fold } from '#domain/business/evolve.ts';
import { businessFigures } from '#domain/figures/business-figures.ts';
import { anyHistory } from '#tests/support/histories.ts';
import { runs } from '#tests/support/property-runs.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const TYPES = Object.keys(EVENT_TRAITS) as BusinessEvent['type'][];

test.each([
  ['IngredientAdded', 'business', 'added'],
  ['BusinessOwnerChanged', 'business', 'moved'],
  ['AccessSourceRemoved', 'account', 'removed'],
  ['PaymentClaimed', 'payment', 'moved'],
  ['GrantGiven', 'access-grant', 'added'],
  ['ImportMemoryChanged', 'import-memory', 'noted'],
  ['PersonalDataRead', 'admin', 'noted'],
])('the event type %j belongs to stream kind %s and has effect %s', (type, kind, effect) => {
  expect(streamKindOf(type)).toBe(kind);
  expect(effectOf(type)).toBe(effect);
});

test.each(['IngredientEaten', 'toString', '__proto__', ''])(
  'the text %j is no event type and has neither stream kind nor effect',
  (type) => {
    expect(streamKindOf(type)).toBeUndefined();
    expect(effectOf(type)).toBeUndefined();
  },
);

test('the suffix of an event type matches its effect', () => {
  const typesWith = (effect: string) => TYPES.filter((type) => effectOf(type) === effect);
  expect(typesWith('added')).toEqual(TYPES.filter((type) => /(?:Added|Opened|Entered)$/.test(type)));
  expect(typesWith('removed')).toEqual(TYPES.filter((type) => /(?:Removed|TakenBack)$/.test(type)));
  expect(typesWith('restored')).toEqual(TYPES.filter((type) => type.endsWith('Restored')));
  expect(typesWith('cleared')).toEqual(TYPES.filter((type) => /(?:Cleared|Withdrawn)$/.test(type)));
});

test('an event that is marked as without figures changes no figure of the dashboard', () => {
  fc.assert(
    fc.property(anyHistory({ longest: 40 }), ({ changes }) => {
      const all = changes.flatMap(({ events }) => events);
      const quiet = [...all.keys()].filter((index) => all[index] && !traitsOf(all[index]).changesFigures);
      const dashboardAt = (count: number) => businessFigures(fold(all.slice(0, count))).dashboard;
      expect(quiet.map((index) => dashboardAt(index + 1))).toEqual(quiet.map(dashboardAt));
    }),
    runs(40),
  );
});
