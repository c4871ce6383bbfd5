import { ActionLink } from './action.tsx';

/** The way out of a page that leads no further. */
export const BackToStart = () => (
  <ActionLink tone="plain" to="/">
    Voltar ao início
  </ActionLink>
);
