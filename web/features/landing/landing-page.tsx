import type { LocalMarkers } from '#web/stores/local-markers.ts';
import { PageBar } from '#web/ui/page-bar.tsx';
import { PageTitle, useTitle } from '#web/ui/page-title.tsx';
import { Wordmark } from '#web/ui/wordmark.tsx';
import { SiteFooter } from '../site/site-footer.tsx';
import site from '../site/site.module.css';
import { ActionBlock } from './action-block.tsx';
import { DemoVideo } from './demo-video.tsx';
import { Features } from './features.tsx';
import styles from './landing-page.module.css';
import { SamplePizza } from './sample-pizza.tsx';
import { useSite } from '#web/stores/site.tsx';

/** /: the landing page, with features, price and sign-in. */
export function LandingPage({ markers }: { readonly markers: LocalMarkers }) {
  useTitle('Custo, preço e lucro de cada prato');
  return (
    <div className={`${site['page']} to-centre no-padding pad-inline-20`}>
      <PageBar>
        <Wordmark />
      </PageBar>
      <main>
        <div className={`${styles['hero']} stack`}>
          <div className="stack from-top gap-24">
            <PageTitle className={`${styles['headline']} weight-680`}>Vende bem e não vê a cor do dinheiro?</PageTitle>
            <p className={`${styles['promise']} soft`}>
              O Prumo mostra quanto custa cada prato, quanto sobra em cada venda e quanto você precisa vender para
              fechar o mês no azul. No celular, entre um pedido e outro.
            </p>
            <Price />
            <ActionBlock markers={markers} />
          </div>
          <SamplePizza />
        </div>
        <DemoVideo />
        <Features />
        <Steps />
      </main>
      <SiteFooter />
    </div>
  );
}

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

const STEPS = [
  ['Lance o que você paga', 'Os custos do mês e as taxas de cada venda. Vírgula ou ponto, tanto faz.'],
  ['Cadastre insumos e preços', 'O que você compra, por quilo, litro ou unidade.'],
  ['Monte um prato', 'Escolha os insumos, diga quanto vai de cada um e veja na hora quanto sobra.'],
] as const;

function Steps() {
  return (
    <section className={`${styles['section']} ${styles['last']} line-above`} aria-labelledby="como">
      <h2 id="como" className={`${styles['title']} weight-660 tight`}>
        O primeiro número sai em cinco minutos
      </h2>
      <ol className={`${styles['list']} ${styles['steps']} list stack`}>
        {STEPS.map(([name, text]) => (
          <li key={name} className={`${styles['step']} relative`}>
            <h3 className="text-17 weight-600">{name}</h3>
            <p className="mt-4 soft">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
