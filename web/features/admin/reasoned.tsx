import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ActionButton, SubmitButton } from '#web/ui/action.tsx';
import { PlainField } from '#web/ui/plain-field.tsx';

interface ReasonedProps {
  /** The button that begins it: 'Revogar acesso'. */
  readonly begin: string;
  /** Whom or what it is about, for who cannot see beside what the button stands. */
  readonly about?: string;
  /** What follows from it, before anybody says yes. */
  readonly consequence: string;
  readonly label: string;
  readonly submit: string;
  readonly busy: boolean;
  readonly busyLabel: string;
  readonly onSubmit: (reason: string) => Promise<boolean>;
}

/** What cannot be undone asks why, and says so in the trail. */
export function Reasoned({ begin, about, consequence, label, submit, busy, busyLabel, onSubmit }: ReasonedProps) {
  const field = useRef<HTMLInputElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState<string>();
  useEffect(() => {
    if (isOpen) field.current?.focus();
  }, [isOpen]);

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (reason.trim() === '') {
      setMissing('Escreva o motivo.');
      return field.current?.focus();
    }
    setMissing(undefined);
    if (await onSubmit(reason)) close();
    return undefined;
  }

  function close(): void {
    setReason('');
    setMissing(undefined);
    setIsOpen(false);
  }

  if (!isOpen)
    return (
      <div>
        <ActionButton tone="quiet" onClick={() => setIsOpen(true)}>
          {begin}
          {about !== undefined && <span className="visually-hidden"> {about}</span>}
        </ActionButton>
      </div>
    );
  return (
    <form className="stack from-left wide gap-16" onSubmit={(event) => void send(event)} noValidate>
      <p className="soft">{consequence}</p>
      <PlainField
        label={label}
        hint="Fica na trilha para sempre: escreva sem nomes nem e-mails."
        value={reason}
        error={missing}
        onChange={(text) => {
          setReason(text);
          setMissing(undefined);
        }}
        maxLength={300}
        autoComplete="off"
        inputRef={field}
      />
      <div className="row wrap gap-12 across-20">
        <SubmitButton tone="grave" busy={busy} busyLabel={busyLabel}>
          {submit}
        </SubmitButton>
        <ActionButton tone="quiet" onClick={close}>
          Cancelar
        </ActionButton>
      </div>
    </form>
  );
}
