/** Mantine's styles of all input fields. Each module that renders one imports this file. */
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

/** A list of suggestions above its field covers no text at the field or below it. */
const ABOVE = { position: 'top-start', middlewares: { flip: false, shift: true } } as const satisfies ComboboxProps;

/** The side of a list: below its field, or above it while text below must stay readable. */
export const listSide = (opensUp: boolean): { readonly comboboxProps?: ComboboxProps } =>
  opensUp ? { comboboxProps: ABOVE } : {};
