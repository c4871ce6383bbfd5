import { Button } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { useLayoutEffect, useRef } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { useStores } from '#web/stores/root-store.tsx';
import { Async } from '#web/ui/async.tsx';
import { Section } from '#web/ui/section.tsx';
import { labelOf, tabAddress } from '../dashboard/tabs.ts';
import { useKept } from '../entry/use-kept.ts';
import { ImportDraft } from './import-draft.ts';
import { importAddress } from './import-address.ts';
import { IMPORT_KINDS, importKindFrom, type ImportKind } from './import-kinds.ts';
import styles from './import-page.module.css';
import { ImportPreview } from './import-preview.tsx';
import { PasteSheet } from './paste-sheet.tsx';

/** A spreadsheet into one of three lists: pasted, looked through, taken as one change. */
export const ImportPage = observer(function ImportPage() {
  const { business } = useStores();
  const kind = importKindFrom(useSearch());
  return (
    <Section
      title={kind.title}
      explanation="Cole da sua planilha ou escolha um arquivo CSV. Você confere tudo antes, e dá para desfazer depois."
      actions={
        <Button component={Link} variant="default" href={tabAddress(kind.tab)}>
          Voltar para {labelOf(kind.tab)}
        </Button>
      }
    >
      <nav aria-label="O que importar" className={styles['kinds']}>
        {IMPORT_KINDS.map(({ tab }) => (
          <Link
            key={tab}
            href={importAddress(tab)}
            className={styles['kind']}
            aria-current={tab === kind.tab ? 'page' : undefined}
          >
            {labelOf(tab)}
          </Link>
        ))}
      </nav>
      <Async
        of={business.whole}
        onRetry={() => business.retry()}
        loading="Carregando seus dados..."
        failure="Erro ao carregar seus dados"
      >
        {() => <Draft key={kind.tab} kind={kind} />}
      </Async>
    </Section>
  );
});

const Draft = observer(function Draft({ kind }: { readonly kind: ImportKind }) {
  const { business } = useStores();
  const [, navigate] = useLocation();
  const draft = useKept(business, `import of ${kind.tab}`, () => new ImportDraft(business, kind));
  const isPreview = draft.rows !== undefined;
  const box = useRef<HTMLDivElement>(null);
  const wasPreview = useRef(isPreview);
  useLayoutEffect(() => {
    if (wasPreview.current !== isPreview) box.current?.querySelector<HTMLElement>('[data-begin]')?.focus();
    wasPreview.current = isPreview;
  }, [isPreview]);
  async function take() {
    if (await draft.take()) navigate(tabAddress(kind.tab));
  }
  return (
    <div ref={box}>
      {isPreview ? <ImportPreview draft={draft} onTake={() => void take()} /> : <PasteSheet draft={draft} />}
    </div>
  );
});
