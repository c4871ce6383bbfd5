import { type ReactNode, useState } from 'react';
import styles from './disclosure.module.css';

interface DisclosureProps {
  /** The question or name on the button. */
  readonly label: string;
  /** Tells whether the content must be visible: the section then opens with it, and stays as the user leaves it. */
  readonly isNeeded: boolean;
  /** Tells whether the section is open at first; unlike with `isNeeded`, the user can close it. */
  readonly isOpenAtFirst?: boolean;
  /** Tells whether the content is rendered only once the section is opened. */
  readonly isRenderedOnOpen?: boolean;
  readonly children: ReactNode;
}

/** A section for seldom needed content, behind a button that names it. */
export function Disclosure({
  label,
  isNeeded,
  isOpenAtFirst = false,
  isRenderedOnOpen = false,
  children,
}: DisclosureProps) {
  const [isOpen, setIsOpen] = useState(isNeeded || isOpenAtFirst);
  const [wasOpen, setWasOpen] = useState(!isRenderedOnOpen || isOpenAtFirst);
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
