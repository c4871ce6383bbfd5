import { CalendarRange, ChefHat, Percent, ReceiptText, Scale, Wheat } from 'lucide-react';
import styles from './features.module.css';

const FEATURES = [
  {
    icon: ReceiptText,
    name: 'Custos fixos',
    text: 'Aluguel, salários, luz, internet: o que você paga mesmo de portas fechadas.',
  },
  {
    icon: Percent,
    name: 'Custos variáveis',
    text: 'Cartão, aplicativo de entrega, imposto: a fatia que sai de cada venda.',
  },
  {
    icon: CalendarRange,
    name: 'Projeção',
    text: 'Doze meses de faturamento e pedidos, com a média, o ano e o ticket médio.',
  },
  {
    icon: Wheat,
    name: 'Insumos',
    text: 'O preço da farinha mudou? Troque num lugar só e todos os pratos acompanham.',
  },
  {
    icon: ChefHat,
    name: 'Ficha técnica',
    text: 'Cada prato com seu CMV, sua margem e o que sobra no fim, já com 10% de perda.',
  },
  {
    icon: Scale,
    name: 'Ponto de equilíbrio',
    text: 'Quanto vender, em reais e em número de vendas, para não ficar no vermelho.',
  },
] as const;

export function Features() {
  return (
    <section className={styles['section']} aria-labelledby="tudo">
      <h2 id="tudo" className={styles['title']}>
        Tudo que a conta do prato precisa
      </h2>
      <ul className={styles['list']}>
        {FEATURES.map(({ icon: Icon, name, text }) => (
          <li key={name} className={styles['item']}>
            <Icon className={styles['icon']} size={24} strokeWidth={1.6} aria-hidden />
            <h3 className={styles['name']}>{name}</h3>
            <p className={styles['text']}>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
