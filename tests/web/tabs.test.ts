import { describe, expect, it } from 'vitest';
import { tabAddress, tabFrom, TABS } from '#web/features/navigation/addresses.ts';

describe('the tab in the address', () => {
  it.each(TABS.map(({ key }) => key))('%s is found again from its own address', (key) => {
    expect(tabFrom(new URL(tabAddress(key), 'https://prumo.example').search)).toBe(key);
  });

  it.each(['', '?', '?tab=', '?tab=nope', '?tab=Recipes', '?other=recipes', '?tab=__proto__'])(
    'shows the dashboard for "%s"',
    (search) => {
      expect(tabFrom(search)).toBe('dashboard');
    },
  );

  it('is absent for the dashboard tab', () => {
    expect(tabAddress('dashboard')).toBe('/dashboard');
    expect(tabAddress('recipes')).toBe('/dashboard?tab=recipes');
  });
});
