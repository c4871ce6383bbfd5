import { observer } from 'mobx-react-lite';
import { formatCount } from '#domain/format.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { ColumnChoices } from '../files/column-choices.tsx';
import type { ImportDraft } from './import-draft.ts';
import type { ListReview } from './list-reader.ts';

interface ImportSheetsProps {
  readonly draft: ImportDraft;
  readonly review: ListReview;
}

/** The sheets to import, with the recipe and the columns of each. */
export const ImportSheets = observer(function ImportSheets({ draft, review: { sheets } }: ImportSheetsProps) {
  const includedSheets = sheets.filter(({ isIncluded }) => isIncluded);
  const titledSheets = includedSheets.filter(
    ({ title, places }) => title !== '' || (draft.kind.hasTitle === true && (places.name ?? null) === null),
  );
  const [first] = includedSheets;
  return (
    <>
      {sheets.length > 1 && (
        <fieldset className="stack gap-4 pad-block-12 pad-inline-16 edge rounded">
          <legend>Abas que entram</legend>
          {sheets.map((sheet) => (
            <label key={sheet.index} className="row touch gap-8">
              <input
                type="checkbox"
                checked={sheet.isIncluded}
                onChange={(event) => draft.changeSheet(sheet.index, { isIncluded: event.currentTarget.checked })}
              />
              {sheet.name} ({formatCount(sheet.lines)} {sheet.lines === 1 ? 'linha' : 'linhas'})
            </label>
          ))}
        </fieldset>
      )}
      {titledSheets.map((sheet) => (
        <label key={sheet.index} className="stack shrinks gap-4">
          {titledSheets.length > 1 ? `“${sheet.name}” é a receita de` : 'É a receita de'}
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
        <Disclosure
          label={
            includedSheets.some(({ isRemembered }) => isRemembered) ? 'Colunas: como da última vez' : 'Mudar as colunas'
          }
          isNeeded={false}
        >
          {includedSheets.map(({ index, name, headings, places }) => (
            <div key={index} className="stack gap-12">
              {includedSheets.length > 1 && <p>{name}</p>}
              <ColumnChoices
                columns={draft.kind.columns}
                headings={headings}
                indexes={places}
                none="Nenhuma"
                onChange={(column, place) => draft.placeColumn(index, column, place)}
              />
            </div>
          ))}
        </Disclosure>
      )}
    </>
  );
});
