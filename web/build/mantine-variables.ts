import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Plugin } from 'vite';
import { theme, variables } from '../ui/theme.ts';

/** What MantineProvider would work out of our theme, and write into the page at every start. */
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

/** Mantine's variables as a stylesheet, in the place of ui/mantine-variables.css. */
export const mantineStylesheet = (): Plugin => ({
  name: 'mantine-variables',
  enforce: 'pre',
  transform: {
    filter: { id: /\/ui\/mantine-variables\.css$/ },
    handler: () => ({ code: mantineVariables(), map: null }),
  },
});
