import { type FormEvent, useState } from 'react';
import type { AdminClient } from '#web/api/client.ts';
import { SubmitButton } from '#web/ui/action.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { PlainField } from '#web/ui/plain-field.tsx';
import { useAct } from './acting.ts';
import { OutcomeNote } from './outcome-note.tsx';
import styles from './parts.module.css';

/** Access without payment, for an e-mail: at once for who is there, else on their first sign-in. */
export function GrantAccess({ api }: { readonly api: AdminClient }) {
  const [email, setEmail] = useState('');
  const [missing, setMissing] = useState<string>();
  const { isBusy, outcome, act } = useAct();
  async function grant(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (email.trim() === '') return setMissing('Por favor, insira um email válido');
    setMissing(undefined);
    const done = await act(async () => {
      const { message } = await api.call('grantAccess', { params: { email: email.trim() } });
      return message;
    });
    if (done) setEmail('');
    return undefined;
  }
  return (
    <Panel title="Conceder acesso" hint="Para um e-mail, com ou sem conta no Prumo.">
      <form className={styles['form']} onSubmit={(event) => void grant(event)} noValidate>
        <PlainField
          label="E-mail"
          type="email"
          inputMode="email"
          autoComplete="off"
          value={email}
          error={missing}
          onChange={setEmail}
        />
        <SubmitButton busy={isBusy} busyLabel="Concedendo…">
          Conceder acesso
        </SubmitButton>
        <OutcomeNote of={outcome} />
      </form>
    </Panel>
  );
}
