import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { SubmitButton } from '#web/ui/action.tsx';
import { PlainField, type PlainFieldProps } from '#web/ui/plain-field.tsx';

/** The text after a submission: it is removed, it stays, or it stays with a sentence about its problem. */
export type Submission = 'clear' | 'keep' | { readonly problem: string };

interface TextFormProps extends Omit<PlainFieldProps, 'value' | 'onChange' | 'error' | 'inputRef'> {
  readonly initialText?: string | undefined;
  readonly initialProblem?: string | undefined;
  /** Tells whether the field takes the focus when the form appears. */
  readonly isFocused?: boolean;
  readonly submit: string;
  readonly busyLabel: string;
  readonly tone?: 'grave';
  /** Tells whether another form of the same page is being submitted. */
  readonly isBusy?: boolean;
  /** @returns a sentence about a text that is not submitted */
  readonly check: (text: string) => string | undefined;
  readonly onSubmit: (text: string) => Promise<Submission>;
  /** Is called when the outcome of the last submission no longer matters. */
  readonly onEdit?: () => void;
  /** Other buttons beside the one that submits. */
  readonly children?: ReactNode;
}

/** The one form of the administration: a text, its problem under it, and a button. */
export function TextForm(props: TextFormProps) {
  const { initialText = '', initialProblem, isFocused = false, submit, busyLabel, tone, isBusy = false } = props;
  const { check, onSubmit, onEdit, children, ...fieldProps } = props;
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(initialText);
  const [problem, setProblem] = useState(initialProblem);
  const [isSubmitting, setIsSubmitting] = useState(false);
  useEffect(() => {
    if (isFocused) field.current?.focus();
  }, [isFocused]);

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    onEdit?.();
    const missing = check(text);
    if (missing !== undefined) return refuse(missing);
    setProblem(undefined);
    setIsSubmitting(true);
    const result = await onSubmit(text).finally(() => setIsSubmitting(false));
    if (result === 'clear') setText('');
    else if (result !== 'keep') refuse(result.problem);
    return undefined;
  }

  function refuse(sentence: string): void {
    setProblem(sentence);
    field.current?.focus();
  }

  return (
    <form className="stack from-left one-column wide gap-16" onSubmit={(event) => void send(event)} noValidate>
      <PlainField
        {...fieldProps}
        value={text}
        error={problem}
        inputRef={field}
        onChange={(typed) => {
          setText(typed);
          setProblem(undefined);
          onEdit?.();
        }}
      />
      <div className="row wrap gap-12 across-20">
        <SubmitButton {...(tone && { tone })} busy={isSubmitting || isBusy} busyLabel={busyLabel}>
          {submit}
        </SubmitButton>
        {children}
      </div>
    </form>
  );
}
