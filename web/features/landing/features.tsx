import { LineIcon } from '#web/ui/line-icon.tsx';
import styles from './landing-page.module.css';

/** Shapes of Lucide (ISC licence), each as one path; see LineIcon. */
const FEATURE_ICONS = {
  receipt:
    'M13 16H8M14 8H8M16 12H8M4 3a1 1 0 0 1 1-1 1.3 1.3 0 0 1 .7.2l.933.6a1.3 1.3 0 0 0 1.4 0l.934-.6a1.3 1.3 0 0 1 1.4 0l.933.6a1.3 1.3 0 0 0 1.4 0l.933-.6a1.3 1.3 0 0 1 1.4 0l.934.6a1.3 1.3 0 0 0 1.4 0l.933-.6A1.3 1.3 0 0 1 19 2a1 1 0 0 1 1 1v18a1 1 0 0 1-1 1 1.3 1.3 0 0 1-.7-.2l-.933-.6a1.3 1.3 0 0 0-1.4 0l-.934.6a1.3 1.3 0 0 1-1.4 0l-.933-.6a1.3 1.3 0 0 0-1.4 0l-.933.6a1.3 1.3 0 0 1-1.4 0l-.934-.6a1.3 1.3 0 0 0-1.4 0l-.933.6a1.3 1.3 0 0 1-.7.2 1 1 0 0 1-1-1z',
  percent: 'M19 5 5 19M4 6.5a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0M15 17.5a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0',
  calendar:
    'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM16 2v3M3 9h18M8 2v3M17 13h-6M13 17H7M7 13h.01M17 17h.01',
  wheat:
    'M2 22 16 8M3.47 12.53 5 11l1.53 1.53a3.5 3.5 0 0 1 0 4.94L5 19l-1.53-1.53a3.5 3.5 0 0 1 0-4.94ZM7.47 8.53 9 7l1.53 1.53a3.5 3.5 0 0 1 0 4.94L9 15l-1.53-1.53a3.5 3.5 0 0 1 0-4.94ZM11.47 4.53 13 3l1.53 1.53a3.5 3.5 0 0 1 0 4.94L13 11l-1.53-1.53a3.5 3.5 0 0 1 0-4.94ZM20 2h2v2a4 4 0 0 1-4 4h-2V6a4 4 0 0 1 4-4ZM11.47 17.47 13 19l-1.53 1.53a3.5 3.5 0 0 1-4.94 0L5 19l1.53-1.53a3.5 3.5 0 0 1 4.94 0ZM15.47 13.47 17 15l-1.53 1.53a3.5 3.5 0 0 1-4.94 0L9 15l1.53-1.53a3.5 3.5 0 0 1 4.94 0ZM19.47 9.47 21 11l-1.53 1.53a3.5 3.5 0 0 1-4.94 0L13 11l1.53-1.53a3.5 3.5 0 0 1 4.94 0Z',
  chefHat:
    'M10 11v5M14 11v5M6 16h12M6 12.65c0-.457-.316-.844-.727-1.041A4 4 0 0 1 7.52 4.034a1.53 1.53 0 0 0 1.367-.547 4 4 0 0 1 6.225 0 1.53 1.53 0 0 0 1.367.547 4 4 0 0 1 2.248 7.575c-.411.197-.727.584-.727 1.04V19a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2z',
  scale: 'M12 3v18M19 8l3 8a5 5 0 0 1-6 0zV7M3 7h1a17 17 0 0 0 8-2 17 17 0 0 0 8 2h1M5 8l3 8a5 5 0 0 1-6 0zV7M7 21h10',
} as const;

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
