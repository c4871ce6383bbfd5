import { useRef } from 'react';
import { CopyButton } from '#web/ui/copy-button.tsx';
import styles from './pix-code.module.css';
import { QrCode } from './qr-code.tsx';

/** Both ways to take the code into a bank's app: by copying, on the same phone, or by another screen's camera. */
export function PixCode({ code, amount }: { readonly code: string; readonly amount: string }) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <div className={`${styles['ways']} stack pad-block-20 pad-inline-20 card`}>
      <div className={`${styles['copy']} stack from-top shrinks gap-12`}>
        <label htmlFor="pix" className="weight-560">
          Pix copia e cola
        </label>
        <input
          id="pix"
          ref={field}
          className={`${styles['code']} wide touch-48 no-padding pad-inline-14 edge-strong rounded-small on-sunken soft text-14`}
          value={code}
          readOnly
          spellCheck={false}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton text={code} label="Copiar código" onRefused={() => field.current?.focus()} />
      </div>
      <div className={`${styles['scan']} stack gap-12`}>
        <QrCode text={code} label={`QR Code do Pix de ${amount}`} />
        <p className="soft text-15">Ou aponte a câmera do aplicativo do banco.</p>
      </div>
    </div>
  );
}
