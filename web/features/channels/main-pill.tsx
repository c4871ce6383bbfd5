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
  <div className="stack from-left whole-row shrinks gap-6">
    <Pill isOn={isOn} onClick={() => onChange(!isOn)}>
      <span className={`${styles['pill']} inline-row gap-6 breaks`}>
        {isOn && <Check size={16} aria-hidden />}
        Canal principal
      </span>
    </Pill>
    <p className="soft text-15">
      Os indicadores são os do canal principal. Trocar de principal não muda o preço de nenhum prato em canal nenhum.
    </p>
    {error !== undefined && (
      <p role="alert" className="tomato text-15">
        {error}
      </p>
    )}
  </div>
);
