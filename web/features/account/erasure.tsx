import { type FormEvent, useState } from 'react';
import type { AccountClient } from '#web/api/client.ts';
import { ApiProblem } from '#web/api/failures.ts';
import { SubmitButton } from '#web/ui/action.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { PlainField } from '#web/ui/plain-field.tsx';
import styles from './account.module.css';

/** The word that has to be typed exactly. */
const CONFIRMATION_WORD = 'EXCLUIR';

interface ErasureProps {
  readonly api: AccountClient;
  readonly onErased: () => void;
}

/** The panel 'Excluir meus dados': it says what is erased, and asks for a word that nobody types by accident. */
export function Erasure({ api, onErased }: ErasureProps) {
  const [confirmation, setConfirmation] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    if (confirmation.trim() !== CONFIRMATION_WORD) {
      setProblem('Escreva EXCLUIR, em letras maiúsculas, para confirmar.');
      return;
    }
    setIsBusy(true);
    try {
      await api.call('eraseAccount', { body: { confirm: CONFIRMATION_WORD } });
      onErased();
    } catch (error) {
      setProblem(
        error instanceof ApiProblem ? error.detail : 'Não deu para excluir. Confira a internet e tente de novo.',
      );
      setIsBusy(false);
    }
  }
  return (
    <Panel>
      <details>
        <summary className="row touch pointer tomato weight-560">Excluir meus dados</summary>
        <div className="stack gap-16 pt-8">
          <ul className={`${styles['points']} stack gap-8 no-margin soft`}>
            <li>Some tudo: nome, e-mail, custos, insumos, pratos, faturamento e o histórico deles.</li>
            <li>Você perde o acesso que comprou. Quer o dinheiro de volta? Peça antes ao suporte, em até 7 dias.</li>
            <li>Só fica o registro do pagamento que a lei manda guardar, sem o seu nome nem o seu e-mail.</li>
            <li>Não tem volta: nem o suporte consegue recuperar. Se quiser uma cópia, baixe seus dados antes.</li>
          </ul>
          <form className="stack from-left gap-16" onSubmit={(event) => void submit(event)} noValidate>
            <PlainField
              label="Digite EXCLUIR para confirmar"
              autoComplete="off"
              maxLength={20}
              value={confirmation}
              error={problem}
              onChange={(text) => {
                setConfirmation(text);
                setProblem(undefined);
              }}
            />
            <SubmitButton tone="danger" busy={isBusy} busyLabel="Excluindo…">
              Excluir para sempre
            </SubmitButton>
          </form>
        </div>
      </details>
    </Panel>
  );
}
