import { Button } from '@mantine/core';
import { reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { useStores } from '#web/stores/root-store.tsx';
import { RemoteDataView } from '#web/ui/remote-data-view.tsx';
import { Section } from '#web/ui/section.tsx';
import { tabAddress } from '../navigation/addresses.ts';
import { useCached } from '../entry/use-cached.ts';
import type { ImportKind } from '../fields/import-kind.ts';
import { ChooseSource } from '../files/choose-source.tsx';
import { useStepFocus } from '../files/file-steps.tsx';
import { readerInWorker } from '../files/worker-calls.ts';
import { useImportMemory } from '../import-memory/import-memory.ts';
import { ImportDraft } from './import-draft.ts';
import {
  IMPORT_TABS,
  importAddress,
  type ImportTab,
  importTabFrom,
  listAddress,
  listLabel,
} from '../navigation/import-address.ts';
import { importKind } from './import-kinds.ts';
import styles from './import.module.css';
import { ImportPreview } from './import-preview.tsx';
import type { ListReader } from './list-reader.ts';
import { WorkbookPreview } from './workbook-preview.tsx';

const createWorkerReader = (): ListReader =>
  readerInWorker(() => new Worker(new URL('./list-worker.ts', import.meta.url), { type: 'module' }), {
    methods: ['review', 'part', 'finish', 'text'],
    tooLate: 'Este arquivo demora demais para abrir neste aparelho. Divida a planilha em partes, ou tente com um CSV.',
  });

interface ImportPageProps {
  /** Creates the reader of the files, by default one in a worker. */
  readonly createReader?: () => ListReader;
}

/** The import of a spreadsheet into one of the lists: pasting, reviewing, sending. */
export const ImportPage = observer(function ImportPage({ createReader = createWorkerReader }: ImportPageProps) {
  const { business } = useStores();
  const currentTab = importTabFrom(useSearch());
  return (
    <Section
      title={importKind(currentTab, () => business.state).title}
      explanation="Cole da sua planilha ou escolha um arquivo, em Excel ou CSV. Você confere tudo antes, e dá para desfazer depois."
      actions={
        <Button component={Link} variant="default" href={listAddress(currentTab)}>
          Voltar para {listLabel(currentTab)}
        </Button>
      }
    >
      <nav aria-label="O que importar" className={`${styles['kinds']} flex gap-4 line-below`}>
        {IMPORT_TABS.map((tab) => (
          <Link
            key={tab}
            href={importAddress(tab)}
            className={`${styles['kind']} inline-row rigid touch no-padding pad-inline-12 soft no-underline hover-ink focus-within-edge`}
            aria-current={tab === currentTab ? 'page' : undefined}
          >
            {listLabel(tab)}
          </Link>
        ))}
      </nav>
      <RemoteDataView
        data={business.allData}
        onRetry={() => business.reader.retry()}
        loading="Carregando seus dados..."
        failure="Erro ao carregar seus dados"
      >
        {() => <ImportSteps key={currentTab} tab={currentTab} createReader={createReader} />}
      </RemoteDataView>
    </Section>
  );
});

const ImportSteps = observer(function ImportSteps({
  tab,
  createReader,
}: {
  readonly tab: ImportTab;
  readonly createReader: () => ListReader;
}) {
  const { business } = useStores();
  const [, navigate] = useLocation();
  const memory = useImportMemory();
  const draft = useCached(
    business,
    `import of ${tab}`,
    () => new ImportDraft({ business, tab, reader: createReader(), memory }),
  );
  const { review } = draft;
  const container = useStepFocus(review !== undefined);
  // When somebody changes the business meanwhile, the rows are reviewed again.
  useEffect(
    () =>
      reaction(
        () => business.state,
        () => void (draft.review && draft.refreshReview()),
      ),
    [business, draft],
  );
  async function importRows() {
    const isWorkbook = review?.workbook !== undefined;
    if (await draft.importRows()) navigate(isWorkbook ? tabAddress('dashboard') : listAddress(tab));
  }
  return (
    <div ref={container}>
      {review?.workbook ? (
        <WorkbookPreview draft={draft} workbook={review.workbook} onImport={() => void importRows()} />
      ) : review ? (
        <ImportPreview draft={draft} review={review} onImport={() => void importRows()} />
      ) : (
        <ChooseSource
          source={draft.source}
          fileLabel="Arquivos da lista"
          cells={{
            label: 'Cole aqui as células da planilha',
            example: draft.kind.example,
            hint: `Colunas: ${columnList(draft.kind)}. Com ou sem cabeçalho, em qualquer ordem. A planilha de “Baixar tudo”, no Dashboard, também entra por aqui, com tudo o que há nela.`,
          }}
        />
      )}
    </div>
  );
});

/** The labels of the usual columns: 'nome, unidade e preço'. */
function columnList(kind: ImportKind): string {
  const labels = kind.columns.filter(({ isSeldom }) => !isSeldom).map(({ label }) => label.toLowerCase());
  return `${labels.slice(0, -1).join(', ')} e ${labels.at(-1)}`;
}
