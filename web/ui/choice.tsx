import { useId } from 'react';
import styles from './pill.module.css';

interface ChoiceProps<Value extends string> {
  /** The label of the group: always read out, and shown unless it is obvious. */
  readonly label: string;
  readonly labelPosition?: 'above' | 'never';
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/**
 * A choice among a few visible options: radio buttons that look like a row of pills. On a phone a long row scrolls
 * sideways.
 */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, labelPosition = 'above', options, value, onChange } = props;
  const name = useId();
  return (
    <fieldset className="shrinks no-margin no-padding no-border">
      <legend className={labelPosition === 'never' ? 'visually-hidden' : `${styles['legend']} no-padding text-15`}>
        {label}
      </legend>
      <div className={`${styles['row']} flex gap-4 rounded-full on-sunken`}>
        {options.map((option) => (
          <label key={option.value} className={`${styles['option']} relative pointer`}>
            <input
              type="radio"
              className={`${styles['radio']} absolute no-margin pointer`}
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={(event) => {
                // A chosen option that is partly visible is scrolled fully into view.
                event.currentTarget.parentElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
                onChange(option.value);
              }}
            />
            <span className={`${styles['pill']} touch rounded-full ${styles['inside']} unbroken row in-centre`}>
              {option.label}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
