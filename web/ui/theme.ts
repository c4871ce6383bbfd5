import {
  createTheme,
  type CSSVariablesResolver,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';

/** Mantine's theme with the tokens of tokens.css: warm paper, ink, basil for actions, tomato for warnings. */

const basil: MantineColorsTuple = [
  '#eef6f0',
  '#dcede1',
  '#b9dbc5',
  '#9bd6b3',
  '#7cc79b',
  '#479f6e',
  '#2f8557',
  '#1f6b45',
  '#175538',
  '#0f3f29',
];

const tomato: MantineColorsTuple = [
  '#fdf0ea',
  '#fadccf',
  '#f5b9a0',
  '#f3a583',
  '#f08a63',
  '#d6552a',
  '#bf441c',
  '#b03f18',
  '#832c11',
  '#5f1f0b',
];

const stone: MantineColorsTuple = [
  '#faf7f1',
  '#f3eee4',
  '#e7e0d3',
  '#d9d0c1',
  '#c4b9a8',
  '#8f8575',
  '#6b6256',
  '#4f483f',
  '#38322b',
  '#1e1b16',
];

const dusk: MantineColorsTuple = [
  '#f1ece3',
  '#c9c1b4',
  '#a0978a',
  '#7a7164',
  '#4b443b',
  '#342f29',
  '#282420',
  '#1f1c18',
  '#171512',
  '#0f0e0c',
];

/** The colours of filled buttons: a token covers both schemes, a shade of a palette only one. */
const FILLED = {
  basil: { background: 'var(--basil)', hover: 'var(--basil-strong)', color: 'var(--on-basil)', border: 'none' },
  tomato: { background: 'var(--tomato)', hover: 'var(--tomato)', color: 'var(--surface)', border: 'none' },
};
const SUBTLE = {
  basil: { background: 'transparent', hover: 'var(--basil-tint)', color: 'var(--basil)', border: 'none' },
  tomato: { background: 'transparent', hover: 'var(--tomato-tint)', color: 'var(--tomato)', border: 'none' },
  gray: { background: 'transparent', hover: 'var(--sunken)', color: 'var(--ink-soft)', border: 'none' },
};

const tokenColours: VariantColorsResolver = (input) => {
  const color = input.color === 'red' ? 'tomato' : (input.color ?? input.theme.primaryColor);
  const colours: Readonly<Record<string, typeof FILLED.basil>> =
    input.variant === 'filled' ? FILLED : input.variant === 'subtle' ? SUBTLE : {};
  return colours[color] ?? defaultVariantColorsResolver(input);
};

const CONTROL = { size: 'md', radius: 'md' } as const;

export const theme = createTheme({
  primaryColor: 'basil',
  primaryShade: { light: 7, dark: 4 },
  variantColorResolver: tokenColours,
  colors: { basil, red: tomato, tomato, gray: stone, dark: dusk },
  black: '#1e1b16',
  fontFamily: 'var(--font)',
  headings: { fontFamily: 'var(--font)', fontWeight: '620' },
  defaultRadius: 'md',
  radius: { sm: '6px', md: '8px', lg: '12px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '40px' },
  breakpoints: { xs: '30em', sm: '40em', md: '48em', lg: '64em', xl: '80em' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    // A touch target needs at least 44 px.
    Button: { defaultProps: CONTROL, styles: { root: { minHeight: 44, fontWeight: 560 } } },
    ActionIcon: { defaultProps: { size: 44, variant: 'subtle', color: 'gray' } },
    TextInput: { defaultProps: CONTROL },
    Select: { defaultProps: { ...CONTROL, allowDeselect: false } },
    Popover: { defaultProps: { radius: 'md', shadow: 'none' } },
  },
});

/**
 * Mantine's variables, set to the tokens: one palette, which follows the system even without scripts. The build writes
 * the result into mantine-variables.css.
 */
export const variables: CSSVariablesResolver = () => {
  const tokens = {
    '--mantine-color-body': 'var(--paper)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--ink-faint)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--sunken)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-color-error': 'var(--tomato)',
    '--mantine-color-placeholder': 'var(--ink-faint)',
    '--mantine-color-anchor': 'var(--basil)',
  };
  return { variables: {}, light: tokens, dark: tokens };
};
