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
    <section className="stack gap-12 pad-block-24 pad-inline-24 card" aria-labelledby="resumo">
      <h2 id="resumo" className="text-17 weight-600">
        Acesso ao Prumo
      </h2>
      <p className="flex wrap at-baseline gap-4 across-12">
        {listPrice !== null && (
          <s className="faint">
            <span className="visually-hidden">de </span>
            {listPrice}
          </s>
        )}{' '}
        <strong className={`${styles['amount']} weight-680 tight`}>
          <span className="visually-hidden">por </span>
          {price}
        </strong>
      </p>
      <p className="soft">Uma vez só, sem mensalidade. O acesso não vence.</p>
      <ul className={`${styles['list']} stack gap-10 no-padding pad-block-16`}>
        {INCLUDED.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <p className="faint text-14">
        7 dias para desistir, com o valor inteiro de volta. Vendido por {supplier.name}, CNPJ{' '}
        <span className="unbroken">{supplier.cnpj}</span>.
      </p>
    </section>
  );
}
