import { Check } from 'lucide-react';
import { Pill } from '#web/ui/pill.tsx';
import styles from './scope-input.module.css';

interface MainPillProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly error: string | undefined;
}

/** Makes a channel the main one, and says what that means. */
export const MainPill = ({ isOn, onChange, error }: MainPillProps) => (
  <div className={styles['scope']}>
    <Pill isOn={isOn} onClick={() => onChange(!isOn)}>
      <span className={styles['pill']}>
        {isOn && <Check size={16} aria-hidden />}
        Canal principal
      </span>
    </Pill>
    <p className={styles['words']}>
      Os indicadores são os do canal principal. Trocar de principal não muda o preço de nenhum prato em canal nenhum.
    </p>
    {error !== undefined && (
      <p role="alert" className={styles['error']}>
        {error}
      </p>
    )}
  </div>
);
