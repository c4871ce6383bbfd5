import { Button } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { yearMonthName } from '#contract/instants.ts';
import { formatCount } from '#domain/format.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Problem } from '#web/ui/note.tsx';
import { FileNotes } from '../files/file-notes.tsx';
import { ReportSettings } from './report-settings.tsx';
import type { ReportDraft } from './report-draft.ts';
import { ChannelNames, MatchedNames, UnmatchedNames } from './report-names.tsx';
import type { OpenedReport } from './report-reader.ts';
import {
  CancelledLines,
  FeeQuestion,
  lineText,
  MarkQuestion,
  ReportParts,
  SignQuestions,
} from './report-questions.tsx';
import { OrderMonths, RevenueOffers } from './report-revenue-offers.tsx';
import { checkSentence, readingNotes, rowsSentence, salesRows, importedSentence } from './report-sentences.ts';
import { SetLine } from './set-line.tsx';
import styles from './sales-report.module.css';

interface ReportPreviewProps {
  readonly draft: ReportDraft;
  readonly report: OpenedReport;
  readonly onSubmit: () => void;
}

/** The second step: the content of the report and its effect, to correct. */
export const ReportPreview = observer(function ReportPreview({ draft, report, onSubmit }: ReportPreviewProps) {
  const { contents, sortedSales } = draft;
  return (
    <div className="stack shrinks gap-16">
      <Panel>
        <div className="flex wrap between at-baseline gap-4 across-16 no-margin">
          <h2 className="shrinks no-margin text-18 weight-620 breaks" tabIndex={-1} data-begin>
            {draft.source.name}
          </h2>
          <Button variant="default" onClick={() => draft.clear()}>
            Escolher outro arquivo
          </Button>
        </div>
        <FileNotes
          table={report}
          withHidden={draft.source.withHidden}
          onHidden={(withHidden) => void draft.source.openWithHidden(withHidden)}
        />
        <ReportParts draft={draft} />
        <ReportSettings draft={draft} report={report} />
      </Panel>
      {contents && salesRows(contents) === 0 && (
        <p role="alert" className={`${styles['problem']} tomato`}>
          Nenhuma venda encontrada nestas colunas. Confira qual coluna é o produto e qual é a quantidade.
        </p>
      )}
      <MarkQuestion draft={draft} />
      <FeeQuestion draft={draft} />
      <SignQuestions draft={draft} />
      <ChannelNames draft={draft} />
      <UnmatchedNames draft={draft} />
      {contents && sortedSales && salesRows(contents) > 0 && (
        <>
          <Panel title="O que entra">
            <TotalsCheck draft={draft} />
            <CancelledLines draft={draft} />
            {sortedSales.sets.length > 0 && (
              <ul className="stack list">
                {sortedSales.sets.map((set) => (
                  <SetLine key={`${set.month} ${set.channelId}`} draft={draft} set={set} />
                ))}
              </ul>
            )}
            <MatchedNames draft={draft} />
            <Problems draft={draft} />
            <p className={`${styles['note']} soft text-15`}>{rowsSentence(contents, sortedSales)}</p>
          </Panel>
          <OrderMonths draft={draft} />
          <RevenueOffers draft={draft} />
        </>
      )}
      <ReportFooter draft={draft} onTake={onSubmit} />
    </div>
  );
});

const TotalsCheck = observer(function TotalsCheck({
  draft: { contents, sortedSales },
}: {
  readonly draft: ReportDraft;
}) {
  if (!contents || !sortedSales) return null;
  const { isRight, sentence } = checkSentence(contents);
  return (
    <div role="status" className="stack gap-12">
      <p className={isRight ? styles['sentence'] : `${styles['problem']} tomato`}>{sentence}</p>
      {!contents.isPerOrder && <p className={styles['sentence']}>{importedSentence(sortedSales)}</p>}
      {readingNotes(contents).map((note) => (
        <p key={note} className={styles['sentence']}>
          {note}
        </p>
      ))}
    </div>
  );
});

/** The lines that could not be read, and the sums that no row can hold. */
const Problems = observer(function Problems({ draft }: { readonly draft: ReportDraft }) {
  const { business } = useStores();
  const { problems = [], rows } = draft.contents ?? {};
  const problemCount = rows?.problem ?? 0;
  const refused = draft.sortedSales?.refusals ?? [];
  const total = problemCount + refused.length;
  if (total === 0) return null;
  return (
    <Disclosure
      label={
        total === 1
          ? '1 linha fica de fora por um problema'
          : `${formatCount(total)} linhas ficam de fora por um problema`
      }
      isNeeded={false}
      isOpenAtFirst
    >
      <ul className={`${styles['problems']} stack gap-8 list`}>
        {refused.map(({ dishId, month, sentence }) => (
          <li key={`${dishId} ${month}`}>
            <strong>{business.state.dishes.get(dishId)?.name}</strong>, {yearMonthName(month)}: {sentence}
          </li>
        ))}
        {problems.map(({ part, line, product, sentence }) => (
          <li key={`${part} ${line}`}>
            {lineText(part, line)}
            {product !== '' && (
              <>
                , <strong>{product}</strong>
              </>
            )}
            : {sentence}
          </li>
        ))}
        {problemCount > problems.length && <li>E mais {formatCount(problemCount - problems.length)}.</li>}
      </ul>
    </Disclosure>
  );
});

const ReportFooter = observer(function ReportFooter({
  draft,
  onTake,
}: {
  readonly draft: ReportDraft;
  readonly onTake: () => void;
}) {
  const { hasImport } = draft;
  const isPerOrder = draft.contents?.isPerOrder === true;
  const openCount = draft.unmatchedProducts.length + draft.unmatchedChannels.length;
  return (
    <div className="stack gap-12">
      <Problem text={draft.source.problem} className={`${styles['problem']} tomato`} />
      {openCount > 0 && (
        <p className={`${styles['note']} soft text-15`}>
          {openCount === 1
            ? 'Antes de trazer, diga o que é o nome que falta.'
            : `Antes de trazer, diga o que são os ${formatCount(openCount)} nomes que faltam.`}
        </p>
      )}
      {draft.isDecimalMarkOpen && (
        <p className={`${styles['note']} soft text-15`}>Antes de trazer, diga o que é o ponto das quantidades.</p>
      )}
      {draft.isFeeOpen && (
        <p className={`${styles['note']} soft text-15`}>Antes de trazer, diga se o valor já está sem a comissão.</p>
      )}
      {isPerOrder && !hasImport && draft.orderMonths.length > 0 && (
        <p className={`${styles['note']} soft text-15`}>Antes de trazer, escolha: somar ou trocar.</p>
      )}
      <div className="row wrap gap-8">
        <Button
          onClick={onTake}
          loading={draft.isSending}
          disabled={!hasImport || openCount > 0 || draft.isFeeOpen || draft.isDecimalMarkOpen}
        >
          {!hasImport ? 'Nada a trazer' : isPerOrder ? 'Trazer o Faturamento' : 'Trazer as vendas'}
        </Button>
      </div>
    </div>
  );
});
