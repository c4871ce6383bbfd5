import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Plugin } from 'vite';
import { theme, variables } from '../ui/theme.ts';

/** The CSS variables that MantineProvider would otherwise compute from our theme and insert at every start. */
export function mantineVariables(): string {
  const provider = createElement(MantineProvider, {
    theme,
    cssVariablesResolver: variables,
    withGlobalClasses: false,
  });
  const [, css] = /<style[^>]*>(.*?)<\/style>/s.exec(renderToStaticMarkup(provider)) ?? [];
  if (css === undefined) throw new Error('Mantine writes its variables otherwise');
  return css;
}

/** Replaces ui/mantine-variables.css by a stylesheet with Mantine's variables. */
export const mantineStylesheet = (): Plugin => ({
  name: 'mantine-variables',
  enforce: 'pre',
  transform: {
    filter: { id: /\/ui\/mantine-variables\.css$/ },
    handler: () => ({ code: mantineVariables(), map: null }),
  },
});
