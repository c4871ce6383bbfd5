import { useId } from 'react';
import styles from './choice.module.css';
import pill from './pill.module.css';

interface ChoiceProps<Value extends string> {
  /** What is chosen: read out, and shown unless it goes without saying. */
  readonly label: string;
  readonly labelShown?: 'above' | 'never';
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** One of a few, all in view: radio buttons that look like a row of pills. On a phone a long row scrolls sideways. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, labelShown = 'above', options, value, onChange } = props;
  const name = useId();
  return (
    <fieldset className={styles['choice']}>
      <legend className={labelShown === 'never' ? 'visually-hidden' : styles['legend']}>{label}</legend>
      <div className={styles['row']}>
        {options.map((option) => (
          <label key={option.value} className={styles['option']}>
            <input
              type="radio"
              className={styles['radio']}
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={(event) => {
                // Chosen by its edge, or by the arrows, it is read whole.
                event.currentTarget.parentElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
                onChange(option.value);
              }}
            />
            <span className={`${pill['pill']} ${styles['inside']}`}>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
