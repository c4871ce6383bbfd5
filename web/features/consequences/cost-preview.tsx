import { observer } from 'mobx-react-lite';
import type { SingleCommand } from '#domain/business/commands.ts';
import { simulateCommands } from '#domain/consequences/simulate-commands.ts';
import { dishConsequences } from '#domain/consequences/dish-consequences.ts';
import { businessFigures, type BusinessFigures } from '#domain/figures/business-figures.ts';
import { useStores } from '#web/stores/root-store.tsx';
import styles from './consequences.module.css';
import { warningsText } from './wording.ts';
import { formatMoney, formatPercentage } from '#domain/format.ts';

/**
 * A sentence about the changed figures: 'Com isso o ponto de equilíbrio vai de R$ 41.000,00 para R$ 43.500,00 e o lucro
 * estimado de 12,1% para 9,8%.' Undefined when none changes.
 * @param hasMix whether there are figures weighted by sales too; the sentence then says that it is about the unweighted
 * ones
 */
function costEffect(before: BusinessFigures, after: BusinessFigures, hasMix = false): string | undefined {
  const parts = [breakEvenPart(before, after), profitPart(before, after)].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : `Com isso${hasMix ? ', pela média simples,' : ''} ${parts.join(' e ')}.`;
}

function breakEvenPart(
  { dashboard: before }: BusinessFigures,
  { dashboard: after }: BusinessFigures,
): string | undefined {
  const [from, to] = [formatMoney(before.pontoEquilibrio), formatMoney(after.pontoEquilibrio)];
  if (from === to) return undefined;
  if (after.pontoEquilibrio === 0 && after.custosFixos > 0)
    return `deixa de haver ponto de equilíbrio (hoje ${from}), porque a margem não cobre mais os custos`;
  if (before.pontoEquilibrio === 0) return `o ponto de equilíbrio passa a ser ${to}`;
  return `o ponto de equilíbrio vai de ${from} para ${to}`;
}

/** The text of the profit margin, which there is only with revenue. */
function profitPart({ dashboard: before }: BusinessFigures, { dashboard: after }: BusinessFigures): string | undefined {
  const [from, to] = [formatPercentage(before.lucroMedio), formatPercentage(after.lucroMedio)];
  return from === to || after.faturamentoMedio === 0 ? undefined : `o lucro estimado vai de ${from} para ${to}`;
}

/**
 * A sentence about the effect on the business of a cost that is being typed.
 * @param command the command that would be sent
 */
export const CostPreview = observer(function CostPreview({ command }: { readonly command: SingleCommand | undefined }) {
  const { business } = useStores();
  // The effect on figures that are not loaded cannot be computed.
  return business.allData.kind === 'known' ? <LoadedPreview command={command} /> : null;
});

const LoadedPreview = observer(function LoadedPreview({ command }: { readonly command: SingleCommand | undefined }) {
  const { state, figures, mix } = useStores().business;
  const result = simulateCommands(state, command ? [command] : []);
  const texts = result.changes.length === 0 ? [] : effectSentences(result.after);
  return (
    <p
      role="status"
      className={`${styles['preview']} whole-row rounded-small on-surface soft text-15 tabular ${texts.length === 0 ? `${styles['nothing']} absolute` : ''}`}
    >
      {texts.join(' ')}
    </p>
  );

  function effectSentences(after: typeof state): readonly string[] {
    const figuresAfter = businessFigures(after);
    const figuresBeforeAfter = { before: figures.dishes, after: figuresAfter.dishes };
    const effect = costEffect(figures, figuresAfter, mix.hasSales);
    const warnings = warningsText(dishConsequences({ before: state, after, figuresBeforeAfter }));
    return [effect, warnings && `Atenção: ${warnings}.`].filter((each) => each !== undefined);
  }
});
