import { observer } from 'mobx-react-lite';
import { useStores } from '#web/stores/root-store.tsx';
import { RemoteDataView } from '#web/ui/remote-data-view.tsx';
import { Section } from '#web/ui/section.tsx';
import { ListTools } from '../entry/entry-layout.tsx';
import { DownloadButton } from '../export/download-button.tsx';
import { ExplainedTerm } from '../glossary/explained-term.tsx';
import { Disagreement } from '../mix/weighted-value.tsx';
import { SalesLink } from '../navigation/links.tsx';
import { SalesPart } from '../sales/sales-part.tsx';
import { BreakEvenEquation } from './equation.tsx';
import { Status } from './status.tsx';

/** The tab of the break-even point: the revenue at which nothing is lost. */
export const BreakEvenTab = observer(function BreakEvenTab() {
  const { business } = useStores();
  return (
    <>
      <Disagreement />
      <Section
        title="Ponto de Equilíbrio"
        term={<ExplainedTerm term="breakEven" name="O que é ponto de equilíbrio" />}
        explanation="Quanto você precisa vender no mês para pagar tudo. Daí para cima é lucro; daí para baixo, prejuízo."
      >
        <RemoteDataView
          data={business.dashboard}
          onRetry={() => business.reader.retry()}
          loading="Carregando ponto de equilíbrio..."
          failure="Erro ao carregar dados do ponto de equilíbrio"
        >
          {(view) => (
            <div className="stack gap-24">
              <Status view={view} />
              <BreakEvenEquation view={view} />
              <SalesPart />
              <ListTools>
                <SalesLink />
                <DownloadButton table="indicadores" />
              </ListTools>
            </div>
          )}
        </RemoteDataView>
      </Section>
    </>
  );
});
