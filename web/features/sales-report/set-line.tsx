import { observer } from 'mobx-react-lite';
import { yearMonthName } from '#contract/instants.ts';
import { toSafeNumber } from '#domain/decimal.ts';
import { formatCount, formatMoney } from '#domain/format.ts';
import { capitalize } from '#domain/text.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import type { ReportDraft } from './report-draft.ts';
import { piecesText, soldText } from './report-sentences.ts';
import type { MergeRule, ReportSet } from './report-sets.ts';
import styles from './sales-report.module.css';

interface SetLineProps {
  readonly draft: ReportDraft;
  readonly set: ReportSet;
}

/** The sales for one month and channel, and the rule for existing ones. */
export const SetLine = observer(function SetLine({ draft, set }: SetLineProps) {
  const { state } = useStores().business;
  const channel = draft.channelName(set.channelId);
  const dishes = set.rows.length;
  return (
    <li className={`${styles['set']} stack gap-8 pad-block-12`}>
      <p className="flex wrap between at-baseline gap-4 across-16 no-margin">
        <strong>{channel ? `${channel}, ${yearMonthName(set.month)}` : capitalize(yearMonthName(set.month))}</strong>
        <span className="numeral">{set.revenue === null ? 'pelo preço' : formatMoney(toSafeNumber(set.revenue))}</span>
      </p>
      <p className={styles['sentence']}>
        {formatCount(dishes)} {dishes === 1 ? 'prato' : 'pratos'}, {soldText(set.quantity)}. {replacedText(set)}
      </p>
      {set.hasSavedSales && <MergeChoice draft={draft} set={set} />}
      {set.rounded.map(({ dishId, from, to }) => (
        <p key={dishId} className={`${styles['note']} soft text-15`}>
          {state.dishes.get(dishId)?.name}: a soma é {piecesText(from)} e entra como {piecesText(to)}.
        </p>
      ))}
      <Disclosure label="Ver os pratos" isNeeded={false} isRenderedOnOpen>
        <ul className="stack list">
          {set.rows.map(({ dishId, quantity, revenue }) => (
            <li key={dishId} className={`${styles['dish']} stack gap-12 pad-block-6`}>
              <span>{state.dishes.get(dishId)?.name}</span>
              <span className="numeral">{formatCount(quantity)}</span>
              <span className="numeral">{revenue === null ? '' : formatMoney(revenue)}</span>
            </li>
          ))}
        </ul>
      </Disclosure>
    </li>
  );
});

const RULES = [
  ['replace', 'Trocar pelas do relatório'],
  ['add', 'Somar às que estão lá'],
] as const satisfies readonly (readonly [MergeRule, string])[];

/** The choice of the rule for existing sales. */
const MergeChoice = observer(function MergeChoice({ draft, set }: SetLineProps) {
  return (
    <fieldset className="stack gap-12">
      <legend className={`${styles['note']} soft text-15`}>Já há vendas neste mês:</legend>
      {RULES.map(([rule, label]) => (
        <label key={rule} className="row touch gap-12 pointer">
          <input
            type="radio"
            name={`vendas ${set.month} ${set.channelId}`}
            checked={set.rule === rule}
            onChange={() => draft.setRule(set, rule)}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
});

function replacedText({ replacedCount, unchangedCount, rule }: ReportSet): string {
  const parts = [
    ...(replacedCount > 0 && rule === 'replace'
      ? [
          `${formatCount(replacedCount)} já ${replacedCount === 1 ? 'tinha' : 'tinham'} vendas neste mês: ${replacedCount === 1 ? 'é trocado' : 'são trocados'} pelas do relatório.`,
        ]
      : []),
    ...(unchangedCount > 0
      ? [
          `${formatCount(unchangedCount)} que o relatório não traz ${unchangedCount === 1 ? 'fica como está' : 'ficam como estão'}.`,
        ]
      : []),
  ];
  return parts.join(' ');
}
