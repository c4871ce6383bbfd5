import { Button } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { monthName, yearMonthName } from '#contract/month-names.ts';
import { bounded } from '#domain/decimal.ts';
import { count, money } from '#domain/format.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Unfolding } from '#web/ui/unfolding.tsx';
import { FileNotes } from '../files/file-notes.tsx';
import { ReportAbout } from './report-about.tsx';
import type { ReportDraft } from './report-draft.ts';
import { ChannelNames, KnownNames, OpenNames } from './report-names.tsx';
import type { OpenedReport } from './report-reader.ts';
import { checkSentence, takenSentence } from './report-sentences.ts';
import { SetLine } from './set-line.tsx';
import styles from './sales-report.module.css';
import type { ReportMonth } from './understand.ts';

interface ReportPreviewProps {
  readonly draft: ReportDraft;
  readonly report: OpenedReport;
  readonly onTake: () => void;
}

/** The second step: what the report says and what will become of it, to put right. */
export const ReportPreview = observer(function ReportPreview({ draft, report, onTake }: ReportPreviewProps) {
  const { understood, sorted } = draft;
  return (
    <div className={styles['preview']}>
      <Panel>
        <div className={styles['head']}>
          <h2 className={styles['title']} tabIndex={-1} data-begin>
            {draft.fileName}
          </h2>
          <Button variant="default" onClick={() => draft.clear()}>
            Escolher outro arquivo
          </Button>
        </div>
        <FileNotes
          table={report}
          withHidden={draft.withHidden}
          onHidden={(withHidden) => void draft.readAgain({ withHidden })}
        />
        <ReportAbout draft={draft} report={report} />
      </Panel>
      {understood && understood.lines + understood.problemCount === 0 && (
        <p role="alert" className={styles['problem']}>
          Nenhuma venda encontrada nestas colunas. Confira qual coluna é o produto e qual é a quantidade.
        </p>
      )}
      <ChannelNames draft={draft} />
      <OpenNames draft={draft} />
      {understood && sorted && understood.lines + understood.problemCount > 0 && (
        <>
          <Panel title="O que entra">
            <Check draft={draft} />
            <ul className={styles['sets']}>
              {sorted.sets.map((set) => (
                <SetLine key={`${set.month} ${set.channelId}`} set={set} channels={draft.channels} />
              ))}
            </ul>
            <KnownNames draft={draft} />
            <Problems draft={draft} />
          </Panel>
          <RevenueOffer draft={draft} />
        </>
      )}
      <Foot draft={draft} onTake={onTake} />
    </div>
  );
});

const Check = observer(function Check({ draft: { understood, sorted } }: { readonly draft: ReportDraft }) {
  if (!understood || !sorted) return null;
  const { isRight, sentence } = checkSentence(understood);
  return (
    <div role="status" className={styles['check']}>
      <p className={isRight ? styles['sentence'] : styles['problem']}>{sentence}</p>
      <p className={styles['sentence']}>{takenSentence(sorted)}</p>
    </div>
  );
});

/** Lines that could not be read, and sums that no row can hold. */
const Problems = observer(function Problems({ draft }: { readonly draft: ReportDraft }) {
  const { business } = useStores();
  const { problems = [], problemCount = 0 } = draft.understood ?? {};
  const refused = draft.sorted?.refused ?? [];
  const all = problemCount + refused.length;
  if (all === 0) return null;
  return (
    <Unfolding
      label={all === 1 ? '1 linha fica de fora por um problema' : `${count(all)} linhas ficam de fora por um problema`}
      isNeeded={false}
      isOpenAtFirst
    >
      <ul className={styles['problems']}>
        {refused.map(({ dishId, month, sentence }) => (
          <li key={`${dishId} ${month}`}>
            <strong>{business.state.dishes.get(dishId)?.name}</strong>, {yearMonthName(month)}: {sentence}
          </li>
        ))}
        {problems.map(({ line, product, sentence }) => (
          <li key={line}>
            Linha {count(line)}, <strong>{product}</strong>: {sentence}
          </li>
        ))}
        {problemCount > problems.length && <li>E mais {count(problemCount - problems.length)}.</li>}
      </ul>
    </Unfolding>
  );
});

/** The same report may say what the months brought in all. */
const RevenueOffer = observer(function RevenueOffer({ draft }: { readonly draft: ReportDraft }) {
  const { revenueMonths } = draft;
  if (revenueMonths.length === 0) return null;
  return (
    <Panel
      title="Usar também no Faturamento?"
      hint="Só marque se este relatório tem todas as vendas do mês, de todos os canais. O que está lá é trocado."
    >
      <div className={styles['offers']}>
        {revenueMonths.map((each) => (
          <MonthOffer key={each.month} draft={draft} offered={each} />
        ))}
      </div>
    </Panel>
  );
});

const MonthOffer = observer(function MonthOffer({
  draft,
  offered: { month, revenue, orders },
}: {
  readonly draft: ReportDraft;
  readonly offered: ReportMonth;
}) {
  const number = Number(month.slice(5));
  const known = useStores().business.state.months.get(number);
  const now = known && known.value > 0 ? `hoje ${money(known.value)}` : 'hoje vazio';
  const withOrders = orders === null ? '' : ` e ${count(orders)} ${orders === 1 ? 'pedido' : 'pedidos'}`;
  return (
    <label className={styles['offer']}>
      <input
        type="checkbox"
        checked={draft.takesRevenue(month)}
        onChange={(event) => draft.setRevenue(month, event.currentTarget.checked)}
      />
      <span>
        Faturamento de {monthName(number)}: {money(bounded(revenue ?? 0n))}
        {withOrders} ({now})
      </span>
    </label>
  );
});

const Foot = observer(function Foot({ draft, onTake }: { readonly draft: ReportDraft; readonly onTake: () => void }) {
  const rows = draft.sorted?.sets.reduce((all, set) => all + set.rows.length, 0) ?? 0;
  const open = draft.open.length + draft.openChannels.length;
  return (
    <div className={styles['foot']}>
      {draft.problem !== undefined && (
        <p role="alert" className={styles['problem']}>
          {draft.problem}
        </p>
      )}
      {open > 0 && (
        <p className={styles['note']}>
          {open === 1
            ? 'Antes de trazer, diga o que é o nome que falta.'
            : `Antes de trazer, diga o que são os ${count(open)} nomes que faltam.`}
        </p>
      )}
      <div className={styles['actions']}>
        <Button onClick={onTake} loading={draft.isSending} disabled={rows === 0 || open > 0}>
          {rows === 0 ? 'Nada a trazer' : 'Trazer as vendas'}
        </Button>
      </div>
    </div>
  );
});
