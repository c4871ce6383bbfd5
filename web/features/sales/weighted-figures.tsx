import { requireTenThousandths, type TenThousandths } from '#domain/decimal.ts';
import { NativeSelect } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { AMOUNTS, readAmount } from '#domain/amounts.ts';
import { formatCount, formatMoney, formatPercentage, formatQuantity } from '#domain/format.ts';
import { DEFAULT_MIX_MONTHS } from '#domain/figures/mix.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { ActionLink } from '#web/ui/action.tsx';
import { AmountField } from '#web/ui/amount-field.tsx';
import { Figure } from '#web/ui/figure.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { announceChange } from '../entry/announce-change.ts';
import { useCached } from '../entry/use-cached.ts';
import { ExplainedTerm } from '../glossary/explained-term.tsx';
import { RESULT_CHANGE } from '../navigation/addresses.ts';
import { breakEvenComparison, excludedSentence, hasNoMargin, mixHint, breakEvenAdvice } from '../mix/sentences.ts';
import styles from './sales.module.css';
import type { Mix } from '../mix/sales-loader.ts';
import { makeAutoObservable } from 'mobx';

/** The typed goal; the saved one until somebody types. */
class GoalEntry {
  error: string | undefined = undefined;
  draft: string | undefined = undefined;

  constructor() {
    makeAutoObservable(this, {}, { autoBind: true });
  }

  text(goal: TenThousandths): string {
    return this.draft ?? (goal === 0 ? '' : formatQuantity(goal));
  }

  /** Discards a saved text, unless another one has been typed since. */
  forget(saved: string | undefined): void {
    if (this.draft === saved) this.draft = undefined;
  }

  fail(sentence: string | undefined): void {
    this.error = sentence;
  }

  type(text: string): void {
    this.draft = text;
    this.error = undefined;
  }
}

const percent = (value: number): string => formatPercentage(requireTenThousandths(value));
const reais = (value: number): string => formatMoney(requireTenThousandths(value));

/** The figures weighted by sales, beside the specified ones. */
export const WeightedFigures = observer(function WeightedFigures({ mix }: { readonly mix: Mix }) {
  const { business } = useStores();
  const { dashboard, currentMix } = business;
  const { isOutdated } = business.mix;
  const view = dashboard.kind === 'known' && currentMix ? dashboard.value : undefined;
  const sentence = view && breakEvenComparison(view, mix);
  const trustText = view && breakEvenAdvice(view, mix);
  return (
    <Panel title="Pelo que você vende" hint={isOutdated ? 'Recalculando…' : mixHint(mix)}>
      <div className={`${styles['figures']} stack gap-16 across-24`} aria-busy={isOutdated}>
        <Figure label="Ponto de equilíbrio" value={hasNoMargin(mix) ? 'Não há' : reais(mix.break_even)} />
        <Figure label="Resultado por mês" value={reais(mix.result)} tone={mix.result < 0 ? 'bad' : 'good'} />
        <Figure label="CMV" value={percent(mix.cmv)} />
        <Figure label="Margem de contribuição" value={percent(mix.contribution_margin)} />
        <Figure
          label={<ExplainedTerm term="safetyMargin" name="Margem de segurança" />}
          value={percent(mix.safety_margin)}
        />
      </div>
      {sentence !== undefined && <p className="no-margin pretty">{sentence}</p>}
      {trustText !== undefined && <p className="no-margin soft pretty">{trustText}</p>}
      <div>
        <ActionLink tone="plain" to={RESULT_CHANGE}>
          Por que o resultado mudou?
        </ActionLink>
      </div>
      {mix.excluded_quantity > 0 && <p className="no-margin soft pretty">{excludedSentence(mix.excluded_quantity)}</p>}
      <Goal mix={mix} />
    </Panel>
  );
});

const MONTH_CHOICES = [1, 3, 6, 12];

interface MixSettings {
  readonly profitGoal?: number;
  readonly mixMonths?: number;
}

/** @returns whether it was saved */
async function saveSettings(business: BusinessStore, settings: MixSettings): Promise<boolean> {
  const issued = business.issue({ type: 'ChangeBusinessSettings', ...settings });
  void announceChange({ issued, text: 'Salvo', failureNote: 'Não foi salvo.' });
  return (await issued.outcome).kind === 'saved';
}

/** The amount that the owner wants to earn, and the quantity of each dish that earns it. */
const Goal = observer(function Goal({ mix }: { readonly mix: Mix }) {
  const { business } = useStores();
  const entry = useCached(business, 'profit goal', () => new GoalEntry());
  const { settings, dishes } = business.state;
  const goal = settings.profitGoal ?? 0;
  const save = async (): Promise<void> => {
    const { draft } = entry;
    const reading = readAmount(draft?.trim() === '' ? 0 : entry.text(goal), AMOUNTS.profitGoal);
    entry.fail(reading.ok ? undefined : reading.sentence);
    if (!reading.ok) return;
    if (reading.tenThousandths === goal || (await saveSettings(business, { profitGoal: reading.tenThousandths })))
      entry.forget(draft);
  };
  const quantities = mix.goal_quantities.flatMap(({ dish_id, quantity: sold }) => {
    const dish = dishes.get(dish_id);
    return dish ? [{ id: dish_id, name: dish.name, sold }] : [];
  });
  return (
    <>
      {!business.isPast && (
        <div className="flex wrap at-bottom gap-12">
          <AmountField
            className={styles['choice']}
            label="Quanto quer tirar por mês"
            rule={AMOUNTS.profitGoal}
            value={entry.text(goal)}
            error={entry.error}
            onChange={(text) => entry.type(text)}
            onBlur={() => void save()}
            onPickCandidate={() => void save()}
            onKeyDown={(event) => {
              if (event.key === 'Enter') void save();
            }}
          />
          <NativeSelect
            className={styles['choice'] ?? ''}
            label="Olhar as vendas de"
            value={String(settings.mixMonths ?? DEFAULT_MIX_MONTHS)}
            onChange={(event) => void saveSettings(business, { mixMonths: Number(event.currentTarget.value) })}
            data={MONTH_CHOICES.map((n) => ({ value: String(n), label: n === 1 ? '1 mês' : `${n} meses` }))}
          />
        </div>
      )}
      {goal > 0 && business.mix.isOutdated && (
        <p role="status" className="no-margin pretty">
          Recalculando para {formatMoney(goal)} por mês…
        </p>
      )}
      {goal > 0 && business.currentMix && quantities.length > 0 && (
        <>
          <p className="no-margin pretty">
            Para tirar {formatMoney(goal)} por mês, venda {reais(mix.break_even_with_goal)}:
          </p>
          <ul className={`${styles['goals']} stack gap-4 no-margin`}>
            {quantities.map(({ id, name, sold }) => (
              <li key={id}>
                <span className="numeral">{formatCount(sold)}</span> × {name}
              </li>
            ))}
          </ul>
        </>
      )}
      {goal > 0 && business.currentMix && quantities.length === 0 && (
        <p className="no-margin pretty">Com esta margem não há venda que chegue: cada uma custa mais do que traz.</p>
      )}
    </>
  );
});
