import { ActionLink } from '#web/ui/action.tsx';

/** To the page that has the code of the charge which is open in this browser. */
export const BackToPix = () => (
  <ActionLink tone="plain" to="/payment/pix">
    Voltar ao Pix
  </ActionLink>
);
