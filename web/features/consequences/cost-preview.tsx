import { observer } from 'mobx-react-lite';
import type { SingleChange } from '#domain/business/commands.ts';
import { attempt } from '#domain/consequences/attempt.ts';
import { dishConsequences } from '#domain/consequences/dish-consequences.ts';
import { businessFigures, type BusinessFigures } from '#domain/figures/business-figures.ts';
import { useStores } from '#web/stores/root-store.tsx';
import styles from './cost-preview.module.css';
import { warningsInAll } from './wording.ts';
import { money, percentage } from '#domain/format.ts';

/**
 * 'Com isso o ponto de equilíbrio vai de R$ 41.000,00 para R$ 43.500,00 e o lucro estimado de 12,1% para 9,8%.'
 * Only what is known and changes is said; undefined when that is nothing.
 */
/** @param hasMix are there figures by what is sold too? Then it is said that these are not. */
function costEffect(before: BusinessFigures, after: BusinessFigures, hasMix = false): string | undefined {
  const parts = [breakEvenPart(before, after), profitPart(before, after)].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : `Com isso${hasMix ? ', pela média simples,' : ''} ${parts.join(' e ')}.`;
}

function breakEvenPart({ dashboard: was }: BusinessFigures, { dashboard: is }: BusinessFigures): string | undefined {
  const [from, to] = [money(was.pontoEquilibrio), money(is.pontoEquilibrio)];
  if (from === to) return undefined;
  if (is.pontoEquilibrio === 0 && is.custosFixos > 0)
    return `deixa de haver ponto de equilíbrio (hoje ${from}), porque a margem não cobre mais os custos`;
  if (was.pontoEquilibrio === 0) return `o ponto de equilíbrio passa a ser ${to}`;
  return `o ponto de equilíbrio vai de ${from} para ${to}`;
}

/** Without revenue there is no share of it that could be profit. */
function profitPart({ dashboard: was }: BusinessFigures, { dashboard: is }: BusinessFigures): string | undefined {
  const [from, to] = [percentage(was.lucroMedio), percentage(is.lucroMedio)];
  return from === to || is.faturamentoMedio === 0 ? undefined : `o lucro estimado vai de ${from} para ${to}`;
}

/** What a cost that is being typed would do to the business, in a sentence or two. `change`: what it would be. */
export const CostPreview = observer(function CostPreview({ change }: { readonly change: SingleChange | undefined }) {
  const { business } = useStores();
  // What it would do to figures that are not known is not known.
  return business.whole.kind === 'known' ? <Known change={change} /> : null;
});

const Known = observer(function Known({ change }: { readonly change: SingleChange | undefined }) {
  const { state, figures, mix } = useStores().business;
  const tried = attempt(state, change ? [change] : []);
  const said = tried.changes.length === 0 ? [] : sentences(tried.after);
  return (
    <p
      role="status"
      className={`${styles['preview']} whole-row rounded-small on-surface soft text-15 tabular ${said.length === 0 ? `${styles['nothing']} absolute` : ''}`}
    >
      {said.join(' ')}
    </p>
  );

  function sentences(after: typeof state): readonly string[] {
    const then = businessFigures(after);
    const known = { before: figures.dishes, after: then.dishes };
    const effect = costEffect(figures, then, mix.kind === 'known' && mix.value !== null);
    const warnings = warningsInAll(dishConsequences({ before: state, after, known }));
    return [effect, warnings && `Atenção: ${warnings}.`].filter((each) => each !== undefined);
  }
});
