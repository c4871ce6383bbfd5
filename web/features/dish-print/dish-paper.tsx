import type { Dish, Settings } from '#domain/business/state.ts';
import type { DishFigures } from '#domain/figures/dish-result.ts';
import { isUnpriced } from '#domain/figures/dish-figures.ts';
import { bounded, divideRounded, type Units } from '#domain/decimal.ts';
import { batchSteps } from '#domain/figures/batch-steps.ts';
import { marginText, shownSteps } from '#domain/figures/shown-dish.ts';
import { count, money, percentage, quantity, unitPrice } from '#domain/format.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import { shareOf } from '../entry/share.ts';
import { lossTextOf } from '../recipes/loss-text.ts';
import styles from './dish-page.module.css';

interface DishPaperProps {
  readonly dish: Dish;
  readonly figures: DishFigures;
  readonly settings: Settings;
  /** For the kitchen: quantities and method, and no money. */
  readonly isForKitchen: boolean;
  /** For how many portions; its own where nothing else is wanted. */
  readonly portions: number;
}

/** From so many lines on they stand closer, and there is no room to write below them. */
const MANY_LINES = 22;

/** What is printed: ingredients, costs, price and what is left of it. */
export function DishPaper({ dish, figures: ofRecipe, settings, isForKitchen, portions }: DishPaperProps) {
  const times = (amount: Units): Units =>
    bounded(divideRounded(BigInt(amount) * BigInt(portions), BigInt(dish.portions ?? 1)));
  const lines = ofRecipe.lines.map((line) => ({ ...line, quantity: times(line.quantity), cost: times(line.cost) }));
  const figures = { ...ofRecipe, lines };
  const ingredients = lines.reduce((sum, line) => sum + line.cost, 0);
  const many = portions === 1 && dish.portions === null ? null : portions;
  const { loss, batch } = batchSteps({ ...dish, portions: many }, { ingredients, cmv: figures.cmv, settings });
  const hasMany = figures.lines.length > MANY_LINES;
  return (
    <article className={`${styles['paper']} ${hasMany ? styles['isDense'] : ''}`}>
      <header className={styles['head']}>
        <p className={styles['kind']}>Ficha técnica</p>
        <PageTitle className={styles['title']}>{dish.name}</PageTitle>
        <p className={styles['yield']}>
          Rendimento: {many === null ? '1 porção vendida' : portionsText(portions)} · {today()}
        </p>
      </header>
      <table className={styles['lines']}>
        <caption className="visually-hidden">Ingredientes de {dish.name}</caption>
        <thead>
          <tr>
            <th scope="col">Insumo</th>
            <th scope="col">Quantidade</th>
            {!isForKitchen && (
              <>
                <th scope="col">Preço</th>
                <th scope="col">Custo</th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {figures.lines.map((line) => (
            <tr key={line.ingredientId}>
              <th scope="row">{line.ingredientName}</th>
              <td>
                {quantity(line.quantity)} {line.unit}
              </td>
              {!isForKitchen && (
                <>
                  <td>{isUnpriced(line) ? 'falta' : `${unitPrice(line.unitPrice)} / ${line.componentUnit}`}</td>
                  <td>{money(line.cost)}</td>
                </>
              )}
            </tr>
          ))}
          {figures.lines.length === 0 && (
            <tr>
              <td colSpan={isForKitchen ? 2 : 4}>Ainda sem ingredientes.</td>
            </tr>
          )}
        </tbody>
        {!isForKitchen && (
          <tfoot>
            <Sum name="Soma dos ingredientes" value={money(ingredients)} />
            <Sum name={`Perda na produção, ${lossTextOf(dish, settings)}`} value={money(loss)} />
            {many !== null && <Sum name={`Receita inteira, para ${portionsText(portions)}`} value={money(batch)} />}
            <Sum name={many === null ? 'CMV total' : 'CMV de uma porção'} value={money(figures.cmv)} isTotal />
          </tfoot>
        )}
      </table>
      {!isForKitchen && (
        <dl className={styles['figures']}>
          {figuresOf(dish, figures).map(([name, value, share]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="numeral">
                {value}
                {share !== undefined && <span className={styles['share']}> {share}</span>}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <Method text={dish.method} hasRoom={!hasMany} />
      <footer className={styles['foot']}>
        {isForKitchen ? `Prumo · ${today()}` : `Prumo · custos e preços do dia ${today()}`}
      </footer>
    </article>
  );
}

/** How it is made; where nobody has written it yet, lines on the paper to write it on. */
function Method({ text, hasRoom }: { readonly text: string | null; readonly hasRoom: boolean }) {
  if (text === null && !hasRoom) return null;
  return (
    <section className={text === null ? styles['toWrite'] : ''}>
      <h2 className={styles['notesTitle']}>Modo de preparo</h2>
      {text !== null && <p className={styles['method']}>{text}</p>}
    </section>
  );
}

const portionsText = (portions: number): string => `${count(portions)} ${portions === 1 ? 'porção' : 'porções'}`;

function Sum({ name, value, isTotal = false }: { readonly name: string; readonly value: string; isTotal?: boolean }) {
  return (
    <tr className={isTotal ? styles['total'] : ''}>
      <th scope="row" colSpan={2}>
        {name}
      </th>
      <td>{'\u00A0'}</td>
      <td>{value}</td>
    </tr>
  );
}

type NamedFigure = readonly [name: string, value: string, share?: string];

function figuresOf({ salePrice }: Dish, figures: DishFigures): readonly NamedFigure[] {
  if (salePrice === 0) return [['Preço de venda', 'Não definido']];
  const { variableCostValue, fixedCostValue } = shownSteps({ salePrice, ingredients: 0 }, figures);
  return [
    ['Preço de venda', money(salePrice)],
    ['CMV', money(figures.cmv), percentage(figures.cmvPercentage)],
    ['Custos variáveis', money(variableCostValue), percentage(figures.variableCostPercentage)],
    ['Margem de contribuição', money(figures.contributionMargin), marginText(figures.contributionMarginPercentage)],
    ['Custos fixos', money(fixedCostValue), percentage(figures.fixedCostPercentage)],
    ['Resultado final', money(figures.netProfit), percentage(shareOf(figures.netProfit, salePrice))],
  ];
}

const today = (): string => new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo' }).format(new Date());
