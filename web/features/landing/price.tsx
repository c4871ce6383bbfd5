import { useSite } from '#web/stores/site.tsx';
import styles from './landing-page.module.css';

/** The one-time price of the access. */
export function Price() {
  const { price, listPrice } = useSite();
  return (
    <p className={`${styles['line']} flex wrap at-baseline gap-4 across-12`}>
      {listPrice !== null && (
        <s className="faint text-18" data-given={listPrice}>
          <span className="visually-hidden">de </span>
          {listPrice}
        </s>
      )}{' '}
      <strong className={`${styles['price']} weight-680 tight`}>
        <span className="visually-hidden">por </span>
        {price}
      </strong>{' '}
      <span className="soft">uma vez só, via Pix. Sem mensalidade.</span>
    </p>
  );
}
