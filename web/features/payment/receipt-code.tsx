import { CopyButton } from '#web/ui/copy-button.tsx';
import styles from './receipt.module.css';

/** The code that moves the access and the data to an account. */
export function ReceiptCode({ code }: { readonly code: string }) {
  return (
    <section
      className={`${styles['box']} stack from-left gap-10 pad-block-20 pad-inline-20 rounded on-basil-tint`}
      aria-labelledby="codigo"
    >
      <h2 id="codigo" className="text-17 weight-600">
        Guarde este código
      </h2>
      <p className="soft">
        Ele leva o seu acesso e os seus dados para uma conta Google ou para outro aparelho. Serve uma vez só: não mostre
        a ninguém.
      </p>
      <p className={`${styles['code']} weight-640 tabular breaks`}>{code}</p>
      <div className="stack from-left gap-8 hidden-on-paper">
        <CopyButton text={code} label="Copiar código" tone="quiet" />
      </div>
    </section>
  );
}
