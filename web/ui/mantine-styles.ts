/**
 * Mantine's styles, only of the components in use, in a cascade layer: our own CSS wins whatever the load order. Here what
 * every screen of the dashboard stands on; what fields need comes with them.
 */
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/Loader.layer.css';
import './mantine-variables.css';
import './mantine-tuning.css';
