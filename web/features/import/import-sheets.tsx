import { observer } from 'mobx-react-lite';
import { count } from '#domain/format.ts';
import type { ImportDraft } from './import-draft.ts';
import styles from './import-sheets.module.css';
import type { ListReview } from './list-reader.ts';
import type { SheetView } from './read-sheet.ts';

interface ImportSheetsProps {
  readonly draft: ImportDraft;
  readonly review: ListReview;
}

/** Which sheets come in, whose recipe each is, and which column is which. */
export const ImportSheets = observer(function ImportSheets({ draft, review: { sheets } }: ImportSheetsProps) {
  const taken = sheets.filter(({ isTaken }) => isTaken);
  const titled = taken.filter(
    ({ title, places }) => title !== '' || (draft.kind.hasTitle === true && (places.name ?? null) === null),
  );
  const [first] = taken;
  return (
    <>
      {sheets.length > 1 && (
        <fieldset className="stack gap-4 pad-block-12 pad-inline-16 edge rounded">
          <legend>Abas que entram</legend>
          {sheets.map((sheet) => (
            <label key={sheet.index} className="row touch gap-8">
              <input
                type="checkbox"
                checked={sheet.isTaken}
                onChange={(event) => draft.changeSheet(sheet.index, { isTaken: event.currentTarget.checked })}
              />
              {sheet.name} ({count(sheet.lines)} {sheet.lines === 1 ? 'linha' : 'linhas'})
            </label>
          ))}
        </fieldset>
      )}
      {titled.map((sheet) => (
        <label key={sheet.index} className="stack shrinks gap-4">
          {titled.length > 1 ? `“${sheet.name}” é a receita de` : 'É a receita de'}
          <input
            type="text"
            autoComplete="off"
            className="touch no-padding pad-inline-10 field-box"
            defaultValue={sheet.title}
            onBlur={(event) => {
              const title = event.currentTarget.value;
              if (title !== sheet.title) draft.changeSheet(sheet.index, { title });
            }}
          />
        </label>
      ))}
      {first && first.headings.length > 1 && (
        <details className={styles['columns']}>
          <summary>
            {taken.some(({ isRemembered }) => isRemembered) ? 'Colunas: como da última vez' : 'Mudar as colunas'}
          </summary>
          {taken.map((sheet) => (
            <Columns key={sheet.index} draft={draft} sheet={sheet} isNamed={taken.length > 1} />
          ))}
        </details>
      )}
    </>
  );
});

interface ColumnsProps {
  readonly draft: ImportDraft;
  readonly sheet: SheetView;
  readonly isNamed: boolean;
}

const Columns = observer(function Columns({ draft, sheet: { index, name, headings, places }, isNamed }: ColumnsProps) {
  return (
    <div className={`${styles['places']} stack gap-12`}>
      {isNamed && <p>{name}</p>}
      {draft.kind.columns.map(({ is, label }) => (
        <label key={is} className="stack shrinks gap-4">
          {label}
          <select
            className="touch no-padding pad-inline-10 field-box"
            value={places[is] ?? ''}
            onChange={({ currentTarget: { value } }) =>
              draft.placeColumn(index, is, value === '' ? null : Number(value))
            }
          >
            <option value="">Nenhuma</option>
            {headings.map((heading, place) => (
              // oxlint-disable-next-line react/no-array-index-key -- columns never move
              <option key={place} value={place}>
                {heading}
              </option>
            ))}
          </select>
        </label>
      ))}
    </div>
  );
});
