import { observer } from 'mobx-react-lite';
import { formatCount } from '#domain/format.ts';
import type { ImportDraft } from './import-draft.ts';
import styles from './import.module.css';
import { countText, ImportFoot } from './import-foot.tsx';
import type { SheetTally, WorkbookView } from './workbook-view.ts';

interface WorkbookPreviewProps {
  readonly draft: ImportDraft;
  readonly workbook: WorkbookView;
  readonly onImport: () => void;
}

/** The effect of importing a workbook that Prumo wrote, sheet by sheet. */
export const WorkbookPreview = observer(function WorkbookPreview({ draft, workbook, onImport }: WorkbookPreviewProps) {
  const { sheets, refused, ignored } = workbook;
  return (
    <div className="stack shrinks gap-16">
      <div className="stack gap-4">
        <h2 className="text-18 weight-620" tabIndex={-1} data-begin>
          A planilha completa do Prumo
        </h2>
        <p className="soft" role="status">
          O que está nela entra no seu negócio; o que não está fica como é.
        </p>
      </div>
      <dl className={`${styles['sheets']} stack no-margin card`}>
        {sheets.map(([name, tally]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{tallyText(tally)}</dd>
          </div>
        ))}
      </dl>
      {ignored.map(([sentence, { sheet, rows }]) => (
        <p key={sentence}>
          {sheet === 'Vendas'
            ? countText(rows, 'venda fica de fora', 'vendas ficam de fora')
            : countText(rows, `linha de ${sheet} fica de fora`, `linhas de ${sheet} ficam de fora`)}
          : {sentence}
        </p>
      ))}
      {refused.length > 0 && (
        <section aria-label="Linhas que ficam de fora">
          <ul className={`${styles['refused']} stack gap-4 no-margin`}>
            {refused.map(({ number, sheet, line, sentence }) => (
              <li key={number}>
                {sheet}, linha {formatCount(line)}: {sentence}
              </li>
            ))}
          </ul>
        </section>
      )}
      <ImportFoot draft={draft} onImport={onImport} backLabel="Escolher outro arquivo" />
    </div>
  );
});

function tallyText({ add, update, same, refused, ignored, done }: SheetTally): string {
  const parts = [
    countText(add, 'linha nova', 'linhas novas'),
    countText(update, 'muda', 'mudam'),
    countText(done, 'já entrou', 'já entraram'),
    countText(same, 'igual', 'iguais'),
    countText(refused, 'com erro', 'com erro'),
    countText(ignored, 'fica de fora', 'ficam de fora'),
  ];
  return parts.filter((part) => part !== '').join(', ');
}
