import { type ReactNode, useState } from 'react';
import styles from './unfolding.module.css';

interface UnfoldingProps {
  /** A question or a name, to be pressed. */
  readonly label: string;
  /** Is there something inside that must be seen? It opens with it, and stays as it is put afterwards. */
  readonly isNeeded: boolean;
  /** Is it open when it first comes? Unlike what is needed it can be closed. */
  readonly isOpenAtFirst?: boolean;
  /** Is what is inside made only once it is opened? */
  readonly isMadeLate?: boolean;
  readonly children: ReactNode;
}

/** What few need, behind a line that says what it is for. */
export function Unfolding({ label, isNeeded, isOpenAtFirst = false, isMadeLate = false, children }: UnfoldingProps) {
  const [isOpen, setIsOpen] = useState(isNeeded || isOpenAtFirst);
  const [wasOpen, setWasOpen] = useState(!isMadeLate || isOpenAtFirst);
  return (
    <details
      className="whole-row shrinks"
      open={isOpen || isNeeded}
      onToggle={(event) => {
        setIsOpen(event.currentTarget.open);
        if (event.currentTarget.open) setWasOpen(true);
      }}
    >
      <summary className="inline-row touch pointer basil text-15">{label}</summary>
      <div className={`${styles['content']} stack gap-12`}>{(wasOpen || isNeeded) && children}</div>
    </details>
  );
}
