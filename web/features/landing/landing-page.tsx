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
import { Price } from './price.tsx';
import { Steps } from './steps.tsx';

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
