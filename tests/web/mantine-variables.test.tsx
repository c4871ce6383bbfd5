import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { theme, variables } from '#web/ui/theme.ts';

const FILE = `${import.meta.dirname}/../../web/ui/mantine-variables.css`;

/** '--a: 1px' of each rule, by its selector; a selector may come twice. */
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

test('what our theme makes of Mantine’s variables stands in the stylesheet', () => {
  const { container } = render(
    <MantineProvider theme={theme} cssVariablesResolver={variables} withGlobalClasses={false}>
      {null}
    </MantineProvider>,
  );
  const made = rulesOf(container.ownerDocument.querySelector('[data-mantine-styles]')?.textContent ?? '');
  expect(Object.keys(made).length).toBeGreaterThan(1);
  expect(rulesOf(readFileSync(FILE, 'utf8'))).toEqual(made);
});
