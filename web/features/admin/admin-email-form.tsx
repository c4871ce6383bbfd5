import { type FormEvent, useRef, useState } from 'react';
import { createAdminClient } from '#web/api/admin-client.ts';
import { ApiProblem } from '#web/api/failures.ts';
import { SubmitButton } from '#web/ui/action.tsx';
import { PlainField } from '#web/ui/plain-field.tsx';

const NOT_ADMIN = 'Este email não tem permissão de administrador';
const FAILED = 'Erro ao verificar email. Tente novamente.';

interface AdminEmailFormProps {
  /** The verified e-mail of whoever is signed in and does not administer anything. */
  readonly refused: string | undefined;
  /** @returns false where the way to the identity provider could not be had */
  readonly onSignIn: () => Promise<boolean>;
  readonly onKnown: () => void;
}

/** The first step: who is not signed in goes to the identity provider, whatever was typed. */
export function AdminEmailForm({ refused, onSignIn, onKnown }: AdminEmailFormProps) {
  const field = useRef<HTMLInputElement>(null);
  const [email, setEmail] = useState(refused ?? '');
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState(refused === undefined ? undefined : NOT_ADMIN);

  async function check(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (email.trim() === '') return refuse('Por favor, insira seu email');
    setIsBusy(true);
    setProblem(undefined);
    try {
      const client = createAdminClient({ fetch: fetch.bind(globalThis) });
      const { next } = await client.call('checkAdminEmail', { body: { email } });
      if (next === 'password') onKnown();
      else if (!(await onSignIn())) refuse(FAILED);
    } catch (error) {
      refuse(error instanceof ApiProblem && error.status < 500 ? error.detail : FAILED);
    } finally {
      setIsBusy(false);
    }
    return undefined;
  }

  function refuse(sentence: string): void {
    setProblem(sentence);
    field.current?.focus();
  }

  return (
    <form className="stack from-left one-column wide gap-16" onSubmit={(event) => void check(event)} noValidate>
      <PlainField
        label="E-mail"
        type="email"
        name="email"
        autoComplete="email"
        inputMode="email"
        inputRef={field}
        value={email}
        error={problem}
        onChange={(text) => {
          setEmail(text);
          setProblem(undefined);
        }}
      />
      <SubmitButton busy={isBusy} busyLabel="Verificando…">
        Continuar
      </SubmitButton>
    </form>
  );
}
