import { useState } from 'react';
import { useSite } from '#web/stores/site.tsx';
import { ActionButton, ActionLink } from '#web/ui/action.tsx';
import { Banner } from '#web/ui/banner.tsx';

/** Says whose figures these are, above every tab, and leads to figures of one's own. */
export function DemoBanner({ onRestart }: { readonly onRestart: () => Promise<void> }) {
  const { shortPrice } = useSite();
  const [hasRestarted, setHasRestarted] = useState(false);
  async function restart() {
    setHasRestarted(false); // said again, it is announced again
    await onRestart();
    setHasRestarted(true);
  }
  return (
    <Banner
      label="Demonstração"
      words={<strong>Demonstração: pizzaria de exemplo.</strong>}
      more="Os números ficam só neste navegador."
    >
      <ActionLink to="/payment/direct">Quero meu acesso por {shortPrice}</ActionLink>
      <ActionLink tone="plain" to="/login">
        Fazer Login
      </ActionLink>
      <ActionButton tone="plain" onClick={() => void restart()}>
        <span>
          Recomeçar<span className="visually-hidden"> a demonstração</span>
        </span>
      </ActionButton>
      <p className="visually-hidden" role="status">
        {hasRestarted ? 'A demonstração recomeçou com os números do exemplo.' : ''}
      </p>
    </Banner>
  );
}
