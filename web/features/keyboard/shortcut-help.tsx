import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Dialog } from '#web/ui/dialog.tsx';
import { TABS } from '../navigation/addresses.ts';
import { shortcutSetting } from './use-shortcuts.ts';
import styles from './shortcut-help.module.css';
import { TAB_LETTERS } from './shortcuts.ts';

const OTHER_KEYS: readonly (readonly [keys: readonly string[], description: string])[] = [
  [['n'], 'Adicionar nesta aba'],
  [['/'], 'Procurar nesta aba'],
  [['Esc'], 'Desistir de uma edição'],
  [['?'], 'Mostrar esta lista'],
];

/** The dialog with all shortcuts and the switch that turns them off. */
export function ShortcutHelp({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOn, setIsOn] = useState(() => shortcutSetting.isOn());
  const closeButton = useRef<HTMLButtonElement>(null);
  useEffect(() => closeButton.current?.focus(), []);
  const goTo = TABS.flatMap(({ key, label }) => {
    const letter = TAB_LETTERS[key];
    return letter === undefined ? [] : [[['g', letter], `Ir para ${label}`] as const];
  });
  return (
    <Dialog ref={dialog} title="Atalhos de teclado" onClose={onClose}>
      <dl className="stack no-margin">
        {[...OTHER_KEYS, ...goTo].map(([keys, description]) => (
          <div key={description} className={`${styles['line']} stack at-middle pad-block-6 line-above`}>
            <dt>
              {keys.map((key) => (
                <kbd key={key} className={`${styles['key']} centred edge-strong same-font text-13`}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
      <label className="row touch gap-12 pointer">
        <input
          type="checkbox"
          className="tick"
          checked={isOn}
          onChange={(event) => {
            shortcutSetting.set(event.currentTarget.checked);
            setIsOn(event.currentTarget.checked);
          }}
        />
        Usar atalhos de uma tecla
      </label>
      <Button ref={closeButton} variant="default" onClick={() => dialog.current?.close()}>
        Fechar
      </Button>
    </Dialog>
  );
}
