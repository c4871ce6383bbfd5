import { type HTMLInputAutoCompleteAttribute, type ReactNode, type Ref, useId } from 'react';
import styles from './plain-field.module.css';

export interface PlainFieldProps {
  readonly label: string;
  readonly type?: 'text' | 'email' | 'date' | 'password';
  /** The text of the field; only typing changes it. */
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** A sentence about the error. */
  readonly error?: string | undefined;
  /** 'alert' makes screen readers announce the error at once, where the focus does not move to the field. */
  readonly errorRole?: 'alert';
  readonly hint?: string;
  readonly name?: string;
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
  readonly inputMode?: 'text' | 'email' | 'numeric';
  readonly maxLength?: number;
  /** The last date that can be chosen: '2026-03-31'. */
  readonly max?: string;
  readonly onBlur?: () => void;
  readonly inputRef?: Ref<HTMLInputElement>;
  /** A button joined to the right edge of the input. */
  readonly button?: ReactNode;
}

/**
 * A field without Mantine, for the pages outside the dashboard. The form has to turn off the browser's own error
 * bubbles.
 */
export function PlainField(props: PlainFieldProps) {
  const { label, type = 'text', onChange, error, errorRole, hint, inputRef, button, ...rest } = props;
  const id = useId();
  return (
    <div className={`${styles['field']} stack wide shrinks`}>
      <label htmlFor={id} className="weight-540">
        {label}
      </label>
      <div className={`${button === undefined ? '' : styles['joined']} flex wide`}>
        <input
          {...rest}
          ref={inputRef}
          id={id}
          type={type}
          className={`${styles['input']} no-padding pad-inline-14 field-box`}
          aria-invalid={error !== undefined}
          aria-describedby={error !== undefined || hint !== undefined ? `${id}-note` : undefined}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        {button}
      </div>
      {(error ?? hint) !== undefined && (
        <p
          id={`${id}-note`}
          role={error === undefined ? undefined : errorRole}
          className={error === undefined ? styles['hint'] : styles['error']}
        >
          {error ?? hint}
        </p>
      )}
    </div>
  );
}
