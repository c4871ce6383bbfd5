import { Button } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { dayOf } from '#contract/instants.ts';
import { whenChanged } from '#web/stores/business/watch-business.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { RemoteDataView } from '#web/ui/remote-data-view.tsx';
import { EmptyNote } from '#web/ui/note.tsx';
import { Section } from '#web/ui/section.tsx';
import { SALES } from '../navigation/addresses.ts';
import { useCached } from '../entry/use-cached.ts';
import { ChooseSource } from '../files/choose-source.tsx';
import { useStepFocus } from '../files/file-steps.tsx';
import { readerInWorker } from '../files/worker-calls.ts';
import { useImportMemory } from '../import-memory/import-memory.ts';
import { selectableMonths, SalesLoader } from '../mix/sales-loader.ts';
import { ReportDraft, TOO_LATE } from './report-draft.ts';
import { ReportPreview } from './report-preview.tsx';
import type { ReportReader } from './report-reader.ts';

const workerReader = (): ReportReader =>
  readerInWorker(() => new Worker(new URL('./report-worker.ts', import.meta.url), { type: 'module' }), {
    methods: ['readContents'],
    tooLate: TOO_LATE,
  });

interface ReportPageProps {
  /** Reads the files; a worker by default. */
  readonly reader?: () => ReportReader;
}

/** The import of a sales report: choosing, reviewing, sending as one change. */
export const ReportPage = observer(function ReportPage({ reader = workerReader }: ReportPageProps) {
  const { business } = useStores();
  const [sales] = useState(() => new SalesLoader(business));
  useEffect(() => void sales.load(), [sales]);
  useEffect(() => whenChanged(business, () => sales.retry()), [business, sales]);
  return (
    <Section
      title="Trazer relatório de vendas"
      explanation="O relatório do seu caixa ou do aplicativo de entrega, em Excel ou CSV. Você confere tudo antes, e dá para desfazer depois."
      actions={
        <Button component={Link} variant="default" href={SALES}>
          Voltar para Vendas
        </Button>
      }
    >
      <RemoteDataView
        data={business.allData}
        onRetry={() => business.reader.retry()}
        loading="Carregando seus dados..."
        failure="Erro ao carregar seus dados"
      >
        {({ dishes }) =>
          dishes.size === 0 ? (
            <EmptyNote
              text="Nenhum prato cadastrado ainda."
              advice="Cadastre os pratos em Ficha Técnica: as vendas do relatório são deles."
            />
          ) : (
            <RemoteDataView
              data={sales.data}
              onRetry={() => sales.retry()}
              loading="Carregando vendas..."
              failure="Erro ao carregar vendas"
            >
              {() => <ReportForm reader={reader} />}
            </RemoteDataView>
          )
        }
      </RemoteDataView>
    </Section>
  );
});

const ReportForm = observer(function ReportForm({ reader }: Required<ReportPageProps>) {
  const { business } = useStores();
  const memory = useImportMemory();
  const [, navigate] = useLocation();
  const draft = useCached(business, 'sales report', () => {
    const months = selectableMonths(dayOf(new Date()));
    return new ReportDraft({
      business,
      reader: reader(),
      memory,
      month: months[1] ?? '',
      lastMonths: months.slice(0, 12),
    });
  });
  const container = useStepFocus(draft.report !== undefined);
  async function submit() {
    if (await draft.submit()) navigate(SALES);
  }
  return (
    <div ref={container}>
      {draft.report ? (
        <ReportPreview draft={draft} report={draft.report} onSubmit={() => void submit()} />
      ) : (
        <ChooseSource
          source={draft.source}
          fileLabel="Arquivo do relatório"
          cells={{
            label: 'Cole aqui as células do relatório',
            example: 'Produto\tQtde\tTotal\nPizza Muçarela\t120\t6.348,00',
          }}
          files={{
            sentence: (
              <>
                Escolha o relatório de <strong>vendas por produto</strong>, ou solte o arquivo aqui.
              </>
            ),
            note: 'Excel (.xlsx) ou CSV, como o caixa ou o aplicativo entrega. Vários de uma vez, como os de cada semana, são um relatório só.',
          }}
        />
      )}
    </div>
  );
});
