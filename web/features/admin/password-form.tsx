import { type FormEvent, useId, useRef, useState } from 'react';
import { createAdminClient } from '#web/api/admin-client.ts';
import { ApiProblem } from '#web/api/failures.ts';
import { SubmitButton } from '#web/ui/action.tsx';
import styles from './password-form.module.css';

interface PasswordFormProps {
  readonly label: string;
  readonly submit: string;
  readonly onVerified: () => void;
}

/** Set while the password was accepted, for what this browser shows; the server keeps its own. */
const MARKER = 'admin_password_verified';

/** The administration's password, hidden or shown. */
export function PasswordForm({ label, submit, onVerified }: PasswordFormProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState('');
  const [isShown, setIsShown] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function verify(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (password === '') return refuse('Por favor, insira a senha');
    setIsBusy(true);
    setProblem(undefined);
    const refusal = await refusalOf(password);
    if (refusal === undefined) onVerified();
    else refuse(refusal);
    setIsBusy(false);
    return undefined;
  }

  function refuse(sentence: string): void {
    setProblem(sentence);
    field.current?.focus();
  }

  return (
    <form className="stack from-left one-column wide gap-16" onSubmit={(event) => void verify(event)} noValidate>
      <div className="stack one-column wide gap-6">
        <label htmlFor={id} className="weight-540">
          {label}
        </label>
        <div className="flex wide">
          <input
            ref={field}
            id={id}
            className={`${styles['input']} shrinks touch-48 no-padding pad-inline-14 edge-strong on-surface ink same-font`}
            type={isShown ? 'text' : 'password'}
            autoComplete="current-password"
            value={password}
            aria-invalid={problem !== undefined}
            aria-describedby={problem === undefined ? undefined : `${id}-problem`}
            onChange={(event) => {
              setPassword(event.currentTarget.value);
              setProblem(undefined);
            }}
          />
          <button
            type="button"
            className={`${styles['show']} touch-48 edge-strong on-surface pointer soft same-font hover-ink hover-sunken`}
            aria-pressed={isShown}
            onClick={() => setIsShown((shown) => !shown)}
          >
            {isShown ? 'Ocultar' : 'Mostrar'}
          </button>
        </div>
        {problem !== undefined && (
          <p id={`${id}-problem`} className={styles['problem']} role="alert">
            {problem}
          </p>
        )}
      </div>
      <SubmitButton busy={isBusy} busyLabel="Verificando…">
        {submit}
      </SubmitButton>
    </form>
  );
}

/** @returns why the server does not accept it, where it does not */
async function refusalOf(password: string): Promise<string | undefined> {
  try {
    await createAdminClient({ fetch: fetch.bind(globalThis) }).call('verifyAdminPassword', { body: { password } });
    remember();
    return undefined;
  } catch (error) {
    return error instanceof ApiProblem && error.status < 500 ? error.detail : 'Erro ao verificar senha';
  }
}

/** Blocked storage takes nothing: it is for showing only. */
function remember(): void {
  try {
    sessionStorage.setItem(MARKER, 'true');
  } catch {
    // nothing depends on it
  }
}
