import { PageTitle } from '#web/ui/page-title.tsx';
import { SchemeToggle } from '#web/ui/scheme-toggle.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { Wordmark } from '#web/ui/wordmark.tsx';
import { ActionBlock } from './action-block.tsx';
import { Features } from './features.tsx';
import styles from './landing-page.module.css';
import { Miniature } from './miniature.tsx';
import { LIST_PRICE, PRICE } from './price.ts';
import { Steps } from './steps.tsx';

/** /: what the product does, what it costs, and the way in. */
export function LandingPage() {
  useTitle('Custo, preço e lucro de cada prato');
  return (
    <div className={styles['page']}>
      <header className={styles['bar']}>
        <Wordmark />
        <SchemeToggle />
      </header>
      <main>
        <div className={styles['hero']}>
          <div className={styles['words']}>
            <PageTitle className={styles['headline']}>Vende bem e não vê a cor do dinheiro?</PageTitle>
            <p className={styles['promise']}>
              O Prumo mostra quanto custa cada prato, quanto sobra em cada venda e quanto você precisa vender para
              fechar o mês no azul. No celular, entre um pedido e outro.
            </p>
            <p className={styles['price']}>
              <s className={styles['listPrice']}>
                <span className="visually-hidden">de </span>
                {LIST_PRICE}
              </s>{' '}
              <strong className={styles['ownPrice']}>
                <span className="visually-hidden">por </span>
                {PRICE}
              </strong>{' '}
              <span className={styles['terms']}>uma vez só, via Pix. Sem mensalidade.</span>
            </p>
            <ActionBlock />
          </div>
          <Miniature />
        </div>
        <Features />
        <Steps />
      </main>
      <footer className={styles['foot']}>
        <Wordmark />
        <p>Custo real, margem e ponto de equilíbrio para quem cozinha e vende.</p>
      </footer>
    </div>
  );
}
