import { useSite } from '#web/stores/site.tsx';
import styles from './order-summary.module.css';

const INCLUDED = [
  'Custos fixos, custos variáveis e projeção de faturamento',
  'Insumos e ficha técnica de cada prato',
  'Ponto de equilíbrio e lucro de cada venda',
] as const;

/** What is bought, for how much, from whom. */
export function OrderSummary() {
  const { price, listPrice, supplier } = useSite();
  return (
    <section className={styles['summary']} aria-labelledby="resumo">
      <h2 id="resumo" className={styles['title']}>
        Acesso ao Prumo
      </h2>
      <p className={styles['price']}>
        {listPrice !== null && (
          <s className={styles['listPrice']}>
            <span className="visually-hidden">de </span>
            {listPrice}
          </s>
        )}{' '}
        <strong className={styles['amount']}>
          <span className="visually-hidden">por </span>
          {price}
        </strong>
      </p>
      <p className={styles['terms']}>Uma vez só, sem mensalidade. O acesso não vence.</p>
      <ul className={styles['list']}>
        {INCLUDED.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <p className={styles['small']}>
        7 dias para desistir, com o valor inteiro de volta. Vendido por {supplier.name}, CNPJ{' '}
        <span className="unbroken">{supplier.cnpj}</span>.
      </p>
    </section>
  );
}
