import { useRef, useMemo } from 'react';
import { ActionLink } from '#web/ui/action.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import styles from './pix.module.css';
import { encode } from 'uqr';

/** The number of light modules around the code, which scanners need. */
const QUIET_ZONE = 4;

/** A QR code as a single drawing, dark on light in both colour schemes, as scanners require. */
function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { path, size } = useMemo(() => qrPath(text), [text]);
  return (
    <svg
      className={`${styles['qr']} block wide edge rounded`}
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${size + 2 * QUIET_ZONE} ${size + 2 * QUIET_ZONE}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="currentcolor" />
    </svg>
  );
}

/** The SVG path of the dark modules, with adjacent ones joined. */
function qrPath(text: string): { readonly path: string; readonly size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  let path = '';
  for (const [y, row] of data.entries())
    for (let x = 0; x < size; x += 1) {
      if (row[x] !== true) continue;
      let end = x;
      while (row[end] === true) end += 1;
      path += `M${x} ${y}h${end - x}v1H${x}z`;
      x = end;
    }
  return { path, size };
}

/** The code for a bank's app, as text to copy on the same phone and as a picture for another device's camera. */
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

/** A link to the page of the open charge in this browser. */
export const BackToPix = () => (
  <ActionLink tone="plain" to="/payment/pix">
    Voltar ao Pix
  </ActionLink>
);
