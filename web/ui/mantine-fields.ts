/** Mantine's styles for whatever one types into or chooses from. Whoever shows one of its fields imports this. */
import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/Stack.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import './mantine-fields.css';
import type { ComboboxProps } from '@mantine/core';

/** Above its field a list of suggestions covers nothing that is said at the field or below it. */
const ABOVE = { position: 'top-start', middlewares: { flip: false, shift: true } } as const satisfies ComboboxProps;

/** Where a list opens: below its field, as everywhere, or above it while something below must stay readable. */
export const listSide = (opensUp: boolean): { readonly comboboxProps?: ComboboxProps } =>
  opensUp ? { comboboxProps: ABOVE } : {};
