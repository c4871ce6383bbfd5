import { LineIcon } from '#web/ui/line-icon.tsx';
import { FEATURE_ICONS } from './feature-icons.ts';
import styles from './landing-page.module.css';

const FEATURES = [
  {
    icon: FEATURE_ICONS.receipt,
    name: 'Custos fixos',
    text: 'Aluguel, salários, luz, internet: o que você paga mesmo de portas fechadas.',
  },
  {
    icon: FEATURE_ICONS.percent,
    name: 'Custos variáveis',
    text: 'Cartão, aplicativo de entrega, imposto: a fatia que sai de cada venda.',
  },
  {
    icon: FEATURE_ICONS.calendar,
    name: 'Projeção',
    text: 'Doze meses de faturamento e pedidos, com a média, o ano e o ticket médio.',
  },
  {
    icon: FEATURE_ICONS.wheat,
    name: 'Insumos',
    text: 'O preço da farinha mudou? Troque num lugar só e todos os pratos acompanham.',
  },
  {
    icon: FEATURE_ICONS.chefHat,
    name: 'Ficha técnica',
    text: 'Cada prato com seu CMV, sua margem e o que sobra no fim, já com a perda na produção.',
  },
  {
    icon: FEATURE_ICONS.scale,
    name: 'Ponto de equilíbrio',
    text: 'Quanto vender, em reais e em número de vendas, para não ficar no vermelho.',
  },
] as const;

export function Features() {
  return (
    <section className={`${styles['section']} line-above`} aria-labelledby="tudo">
      <h2 id="tudo" className={`${styles['title']} weight-660 tight`}>
        Tudo que a conta do prato precisa
      </h2>
      <ul className={`${styles['list']} ${styles['features']} list stack`}>
        {FEATURES.map(({ icon, name, text }) => (
          <li key={name} className={`${styles['feature']} stack at-top`}>
            <LineIcon path={icon} className={`${styles['icon']} basil`} />
            <h3 className={`${styles['name']} text-17 weight-600`}>{name}</h3>
            <p className="mt-4 soft">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
