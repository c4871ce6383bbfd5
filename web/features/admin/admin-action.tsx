import { useState } from 'react';
import { ApiProblem } from '#web/api/failures.ts';
import { ActionButton } from '#web/ui/action.tsx';
import { formatDayAndTime } from '#web/ui/instants.ts';
import { TextForm } from './text-form.tsx';

interface ActionOutcome {
  readonly isDone: boolean;
  readonly text: string;
}

interface AdminAction {
  readonly isBusy: boolean;
  readonly outcome: ActionOutcome | undefined;
  /** @returns whether it was done */
  readonly run: (work: () => Promise<{ readonly message: string }>) => Promise<boolean>;
  readonly forgetOutcome: () => void;
}

/** An administrator's action: whether it is running, and its outcome. The specification gives the wording `Erro: …`. */
export function useAdminAction(): AdminAction {
  const [isBusy, setIsBusy] = useState(false);
  const [outcome, setOutcome] = useState<ActionOutcome>();
  async function run(work: () => Promise<{ readonly message: string }>): Promise<boolean> {
    setIsBusy(true);
    setOutcome(undefined);
    try {
      setOutcome({ isDone: true, text: (await work()).message });
      return true;
    } catch (error) {
      const reason = error instanceof ApiProblem ? error.detail : 'sem resposta do servidor. Confira a internet.';
      setOutcome({ isDone: false, text: `Erro: ${reason}` });
      return false;
    } finally {
      setIsBusy(false);
    }
  }
  return { isBusy, outcome, run, forgetOutcome: () => setOutcome(undefined) };
}

export const OutcomeNote = ({ system: outcome }: { readonly system: ActionOutcome | undefined }) =>
  outcome && (
    <p
      className={`pad-block-12 pad-inline-16 rounded-small ${outcome.isDone ? 'on-basil-tint' : 'on-tomato-tint'}`}
      role={outcome.isDone ? 'status' : 'alert'}
    >
      {outcome.text}
    </p>
  );

interface ReasonFormProps {
  readonly action: AdminAction;
  /** The button that opens the form: 'Revogar acesso'. */
  readonly openLabel: string;
  readonly subject?: string;
  readonly consequence: string;
  readonly label: string;
  readonly submit: string;
  readonly busyLabel: string;
  readonly send: (reason: string) => Promise<{ readonly message: string }>;
  readonly onDone?: () => Promise<void>;
}

/** An action that cannot be undone asks for a reason, which the audit log keeps. */
export function ReasonForm({ action, openLabel, subject, consequence, send, onDone, ...form }: ReasonFormProps) {
  const [isOpen, setIsOpen] = useState(false);
  if (!isOpen)
    return (
      <div>
        <ActionButton tone="quiet" onClick={() => setIsOpen(true)}>
          {openLabel}
          {subject !== undefined && <span className="visually-hidden"> {subject}</span>}
        </ActionButton>
      </div>
    );
  return (
    <div className="stack from-left one-column wide gap-16">
      <p className="soft">{consequence}</p>
      <TextForm
        {...form}
        isFocused
        tone="grave"
        hint="Fica na trilha para sempre: escreva sem nomes nem e-mails."
        maxLength={300}
        autoComplete="off"
        isBusy={action.isBusy}
        check={(reason) => (reason.trim() === '' ? 'Escreva o motivo.' : undefined)}
        onSubmit={async (reason) => {
          if (!(await action.run(() => send(reason)))) return 'keep';
          await onDone?.();
          setIsOpen(false);
          return 'clear';
        }}
      >
        <ActionButton tone="quiet" onClick={() => setIsOpen(false)}>
          Cancelar
        </ActionButton>
      </TextForm>
    </div>
  );
}

interface RecordedAction {
  readonly at: string;
  readonly by: string;
  readonly reason: string | null;
}

/** The sentence about a recorded action: 'Ana (administração) concedeu acesso em 21/11/2026, 14:30: cortesia.' */
export const actionSentence = ({ by, at, reason }: RecordedAction, verb: string): string =>
  `${by} ${verb} em ${formatDayAndTime(at)}${reason === null ? '' : `: ${reason.replace(/\.+$/, '')}`}.`;
