import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mantineVariables } from '#web/build/mantine-variables.ts';
import { theme, variables } from '#web/ui/theme.ts';

/** The declarations of each rule by its selector, which may occur twice. */
function rulesOf(css: string): Record<string, string[]> {
  const rules: Record<string, string[]> = {};
  for (const [, selector = '', body = ''] of css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([^{}]+)\{([^}]*)\}/g))
    (rules[selector.trim().replaceAll('"', "'").replaceAll(/\s+/g, ' ')] ??= []).push(
      ...body
        .split(';')
        .map((line) => line.trim().replaceAll(/\s+/g, ' ').replace(/: ?/, ': '))
        .filter((line) => line !== ''),
    );
  return rules;
}

test('the built stylesheet contains the variables that Mantine makes of our theme', () => {
  const { container } = render(
    <MantineProvider theme={theme} cssVariablesResolver={variables} withGlobalClasses={false}>
      {null}
    </MantineProvider>,
  );
  const made = rulesOf(container.ownerDocument.querySelector('[data-mantine-styles]')?.textContent ?? '');
  expect(Object.keys(made).length).toBeGreaterThan(1);
  expect(rulesOf(mantineVariables())).toEqual(made);
});
