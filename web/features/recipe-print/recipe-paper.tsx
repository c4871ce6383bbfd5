import type { ReactNode } from 'react';
import { PageTitle } from '#web/ui/page-title.tsx';
import {
  CHANNEL_COLUMNS,
  footerText,
  type PrintedChannel,
  type PrintedFigure,
  type PrintedLine,
  type PrintedNestedRecipe,
  type PrintedRecipe,
  todayText,
} from './printed.ts';
import type { RecipeTotal } from '../recipes/recipe-totals.ts';
import styles from './recipe-page.module.css';

interface RecipePaperProps {
  readonly recipe: PrintedRecipe;
  /** The sheet for the kitchen has quantities and methods, and no money. */
  readonly isForKitchen: boolean;
}

/** A sheet with more lines is set closer, without blank lines for notes. */
const MANY_LINES = 22;

/** The printed sheet: lines with their costs and figures; or for the kitchen, lines with all methods. */
export function RecipePaper({ recipe, isForKitchen }: RecipePaperProps) {
  const { kind, name, yieldText, lines, totals, figures, method } = recipe;
  const channels = isForKitchen ? [] : recipe.channels;
  const nestedRecipes = isForKitchen ? recipe.nestedRecipes : [];
  const isDense = lines.length + channels.length > MANY_LINES;
  return (
    <article
      className={`${styles['paper']} stack from-top gap-24 wide card ${isDense ? styles['isDense'] : ''} ${nestedRecipes.length > 0 ? styles['isLong'] : ''}`}
    >
      <header className="stack gap-4">
        <p className={`${styles['grey']} faint text-14 weight-560`}>{kind}</p>
        <PageTitle className={`${styles['title']} weight-640 breaks`}>{name}</PageTitle>
        <p className={`${styles['grey']} soft text-15`}>
          Rendimento: {yieldText} · {todayText()}
        </p>
      </header>
      <Lines recipeName={name} lines={lines} sums={isForKitchen ? undefined : totals} />
      {!isForKitchen && figures.length > 0 && <Figures figures={figures} />}
      {channels.length > 0 && <Channels recipeName={name} channels={channels} />}
      <Method method={method} hasRoom={!isDense && nestedRecipes.length === 0} />
      {nestedRecipes.map((nestedRecipe) => (
        <NestedRecipe key={nestedRecipe.name} nestedRecipe={nestedRecipe} />
      ))}
      <footer className={`${styles['foot']} ${styles['grey']} hidden soft text-15`}>{footerText(isForKitchen)}</footer>
    </article>
  );
}

interface LinesProps {
  readonly recipeName: string;
  readonly lines: readonly PrintedLine[];
  /** The totals below the lines; undefined where no money is shown. */
  readonly sums: readonly RecipeTotal[] | undefined;
}

const Lines = ({ recipeName, lines, sums }: LinesProps) => (
  <PaperTable
    caption={`Ingredientes de ${recipeName}`}
    columns={['Insumo', 'Quantidade', ...(sums ? ['Preço', 'Custo'] : [])]}
    rows={lines.map(({ ingredientId, name, quantity, price, cost }) => ({
      key: ingredientId,
      name,
      cells: [quantity, ...(sums ? [price, cost] : [])],
    }))}
  >
    {sums && (
      <tfoot>
        {sums.map(({ name, value, isGrandTotal }) => (
          <tr key={name} className={isGrandTotal ? styles['total'] : ''}>
            <th scope="row" colSpan={2}>
              {name}
            </th>
            <td>{'\u00A0'}</td>
            <td>{value}</td>
          </tr>
        ))}
      </tfoot>
    )}
  </PaperTable>
);

/** The cost and the margin of a dish in each channel. */
const Channels = ({
  recipeName,
  channels,
}: {
  readonly recipeName: string;
  readonly channels: readonly PrintedChannel[];
}) => (
  <PaperTable
    caption={`${recipeName} em cada canal`}
    columns={['Canal', ...CHANNEL_COLUMNS]}
    rows={channels.map(({ channelId, name, cells }) => ({ key: channelId, name, cells: cells ?? 'não é vendido' }))}
  />
);

interface PaperTableProps {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly {
    readonly key: string;
    readonly name: string;
    /** The cells after the first column, or one sentence across them. */
    readonly cells: readonly (string | undefined)[] | string;
  }[];
  readonly children?: ReactNode;
}

function PaperTable({ caption, columns, rows, children }: PaperTableProps) {
  return (
    <table className={`${styles['lines']} wide text-15 tabular`}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" className={`${styles['grey']} faint text-14`}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, cells }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {typeof cells === 'string' ? (
              <td colSpan={columns.length - 1}>{cells}</td>
            ) : (
              cells.map((cell, i) => <td key={columns[i + 1]}>{cell}</td>)
            )}
          </tr>
        ))}
        {rows.length === 0 && (
          <tr>
            <td colSpan={columns.length}>Ainda sem ingredientes.</td>
          </tr>
        )}
      </tbody>
      {children}
    </table>
  );
}

function Figures({ figures }: { readonly figures: readonly PrintedFigure[] }) {
  return (
    <dl className={`${styles['figures']} stack gap-10 across-16 no-margin pt-16`}>
      {figures.map(([name, value, share]) => (
        <div key={name} className="flex wrap between at-baseline across-12">
          <dt className={`${styles['grey']} ${styles['small']} faint text-14`}>{name}</dt>
          <dd className="flex wrap at-baseline no-margin text-18 weight-600 tabular text-end">
            {value}
            {share !== undefined && (
              <span className={`${styles['grey']} ${styles['small']} faint text-15 weight-450`}> {share}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The method; without one, blank lines on paper to write it on where there is room. */
function Method({ method, hasRoom: hasSpace }: { readonly method: string | null; readonly hasRoom: boolean }) {
  if (method === null && !hasSpace) return null;
  return (
    <section className={method === null ? `${styles['notes']} hidden` : 'stack gap-8'}>
      <h2 className={`${styles['notesTitle']} text-17 weight-620 breaks`}>Modo de preparo</h2>
      {method !== null && <p className="breaks pre-line">{method}</p>}
    </section>
  );
}

/** The recipe of a preparation, in the quantity that this sheet needs. */
const NestedRecipe = ({
  nestedRecipe: { name, quantity, lines, method },
}: {
  readonly nestedRecipe: PrintedNestedRecipe;
}) => (
  <section className={`${styles['part']} stack gap-12 pt-20`} aria-label={`Preparo: ${name}`}>
    <h2 className={`${styles['partTitle']} text-17 weight-620 breaks`}>
      {name} <span className={`${styles['grey']} soft weight-450 unbroken`}>{quantity}</span>
    </h2>
    <Lines recipeName={name} lines={lines} sums={undefined} />
    {method !== null && <p className="breaks pre-line">{method}</p>}
  </section>
);
