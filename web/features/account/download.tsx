import { useState } from 'react';
import type { AccountClient } from '#web/api/client.ts';
import { ActionButton } from '#web/ui/action.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { saveFile } from '../export/save-file.ts';

/** Downloads all data stored about the person as one file: 'Baixar meus dados'. */
export function Download({ api }: { readonly api: AccountClient }) {
  const [state, setState] = useState<'ready' | 'busy' | 'failed'>('ready');
  async function download() {
    setState('busy');
    try {
      const text = JSON.stringify(await api.call('downloadData', {}), null, 2);
      saveFile(new Blob([text], { type: 'application/json' }), 'prumo-meus-dados.json');
      setState('ready');
    } catch {
      setState('failed');
    }
  }
  return (
    <Panel title="Meus dados" hint="Um arquivo com tudo o que o Prumo guarda sobre você e os seus negócios.">
      <div className="row wrap gap-8 across-20">
        <ActionButton tone="quiet" busy={state === 'busy'} busyLabel="Preparando…" onClick={() => void download()}>
          Baixar meus dados
        </ActionButton>
      </div>
      {state === 'failed' && (
        <p role="alert" className="tomato">
          Não deu para baixar agora. Confira a internet e tente de novo.
        </p>
      )}
    </Panel>
  );
}
