import type { ComboboxProps } from '@mantine/core';

/** Above its field a list of suggestions covers nothing that is said at the field or below it. */
const ABOVE = { position: 'top-start', middlewares: { flip: false, shift: true } } as const satisfies ComboboxProps;

/** Where a list opens: below its field, as everywhere, or above it while something below must stay readable. */
export const listSide = (opensUp: boolean): { readonly comboboxProps?: ComboboxProps } =>
  opensUp ? { comboboxProps: ABOVE } : {};
