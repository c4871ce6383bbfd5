import { type FormEvent, useRef, useState } from 'react';
import * as v from 'valibot';
import { Email } from '#contract/fields.ts';
import type { AdminClient } from '#web/api/client.ts';
import { SubmitButton } from '#web/ui/action.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { PlainField } from '#web/ui/plain-field.tsx';
import { useAct } from './acting.ts';
import { OutcomeNote } from './outcome-note.tsx';

interface GrantAccessProps {
  readonly api: AdminClient;
  /** Somebody may have access now who had none. */
  readonly onGranted: () => void;
}

/** Access without payment, for an e-mail: at once for who is there, else on their first sign-in. */
export function GrantAccess({ api, onGranted }: GrantAccessProps) {
  const field = useRef<HTMLInputElement>(null);
  const [email, setEmail] = useState('');
  const [missing, setMissing] = useState<string>();
  const { isBusy, outcome, act, forget } = useAct();
  async function grant(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!v.is(Email, email)) {
      setMissing('Por favor, insira um email válido');
      forget();
      return field.current?.focus();
    }
    setMissing(undefined);
    const done = await act(async () => {
      const { message } = await api.call('grantAccess', { params: { email: email.trim() } });
      return message;
    });
    if (!done) return undefined;
    setEmail('');
    return onGranted();
  }
  return (
    <Panel title="Conceder acesso" hint="Para um e-mail, com ou sem conta no Prumo.">
      <form className="stack from-left wide gap-16" onSubmit={(event) => void grant(event)} noValidate>
        <PlainField
          label="E-mail"
          type="email"
          inputMode="email"
          autoComplete="off"
          inputRef={field}
          value={email}
          error={missing}
          onChange={(text) => {
            setEmail(text);
            setMissing(undefined);
            forget();
          }}
        />
        <SubmitButton busy={isBusy} busyLabel="Concedendo…">
          Conceder acesso
        </SubmitButton>
        <OutcomeNote of={outcome} />
      </form>
    </Panel>
  );
}
