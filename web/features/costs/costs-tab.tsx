import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { SingleCommand } from '#domain/business/commands.ts';
import type { DashboardFigures } from '#domain/figures/business-figures.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { mapRemoteData, type RemoteData } from '#web/stores/data-loader.ts';
import { RemoteDataView } from '#web/ui/remote-data-view.tsx';
import { EmptyNote } from '#web/ui/note.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Section } from '#web/ui/section.tsx';
import { CostPreview } from '../consequences/cost-preview.tsx';
import { listTexts } from '../fields/fields-without-own-input.ts';
import { AddPanel } from '../entry/add-panel.tsx';
import { EntryLayout, ListTools } from '../entry/entry-layout.tsx';
import type { EntryForm, Fields } from '../entry/entry-form.ts';
import { addCommand, changeCommand, type FormEntityRow, fieldsOf } from '../entry/entry-definition.ts';
import type { FieldsWithInputs } from '../entry/field-with-input.tsx';
import { EntryRow } from '../entry/entry-row.tsx';
import { OrderChoice, useListOrder } from '../entry/list-order.tsx';
import { RowContent, RowList } from '../entry/row-list.tsx';
import { DownloadButton } from '../export/download-button.tsx';
import { ExplainedTerm } from '../glossary/explained-term.tsx';
import { ImportLink } from '../navigation/links.tsx';
import { ExamplesNote } from '../onboarding/examples-note.tsx';
import { ModelLink } from '../onboarding/start-with-model.tsx';
import { useUncheckedExamples } from '../onboarding/unchecked-examples.ts';
import { EmptyPastNote, PresentOnly } from '../past/past-stores.tsx';
import type { CostKind, CostEntity } from './cost-kind.ts';

interface CostsTabProps<Entity extends CostEntity> {
  readonly kind: CostKind<Entity>;
  /** Content below the form. */
  readonly tip?: ReactNode;
}

const figuresOf = (business: BusinessStore): RemoteData<DashboardFigures> =>
  mapRemoteData(business.dashboard, ({ figures }) => figures);

/** A tab for the costs of one kind: form, list and total. */
export const CostsTab = observer(function CostsTab<Entity extends CostEntity>({ kind, tip }: CostsTabProps<Entity>) {
  const { business } = useStores();
  const { entry, words } = kind;
  const rows = business.data(kind.list);
  const figures = rows.kind === 'known' ? figuresOf(business) : rows;
  const form = (
    <AddPanel
      definition={entry}
      renderPreview={(entryForm) => (
        <CostPreview
          command={previewCommand(fieldsOf(entry, business), entry.firstFocusedField, entryForm, (amount) =>
            addCommand<CostEntity>(entry.entity, 'being typed', { name: '', ...amount }),
          )}
        />
      )}
    />
  );
  return (
    <Section
      title={words.title}
      term={<ExplainedTerm term={kind.term} name={words.termName} />}
      explanation={kind.explanation(figures, business)}
      total={kind.total(figures, business)}
    >
      <RemoteDataView
        data={rows}
        onRetry={() => business.reader.retry()}
        loading={words.loading}
        failure={words.failure}
      >
        {() => (
          <EntryLayout entry={form} hasRows={entry.rows(business.state).size > 0} tip={tip}>
            <ListTools>
              <ImportLink tab={kind.importTab} />
              <DownloadButton table={kind.table} />
            </ListTools>
            <CostList kind={kind} />
          </EntryLayout>
        )}
      </RemoteDataView>
    </Section>
  );
});

const CostList = observer(function CostList<Entity extends CostEntity>({ kind }: { readonly kind: CostKind<Entity> }) {
  const { business } = useStores();
  const { words } = kind;
  const order = useListOrder(kind.list);
  const costs = order.sortRows(kind.entry.rows(business.state).values());
  const warning = kind.warning?.(figuresOf(business));
  if (costs.length > 0)
    return (
      <>
        {warning !== undefined && (
          <Panel tone="warning">
            <p>{warning}</p>
          </Panel>
        )}
        <PresentOnly>
          <ExamplesNote rows={costs} words={['custo ainda tem', 'custos ainda têm']} />
        </PresentOnly>
        {costs.length > 1 && <OrderChoice order={order} />}
        <RowList label={words.listLabel}>
          {costs.map((cost) => (
            <CostRow key={cost.id} kind={kind} cost={cost} />
          ))}
        </RowList>
      </>
    );
  return (
    <PresentOnly fallback={<EmptyPastNote />}>
      <EmptyNote text={words.empty} advice={words.advice} action={<ModelLink />} />
    </PresentOnly>
  );
});

interface CostRowProps<Entity extends CostEntity> {
  readonly kind: CostKind<Entity>;
  readonly cost: FormEntityRow<Entity>;
}

const CostRow = observer(function CostRow<Entity extends CostEntity>({ kind, cost }: CostRowProps<Entity>) {
  const { business } = useStores();
  const examples = useUncheckedExamples();
  const { entry } = kind;
  const details = [
    ...listTexts(kind.fields, cost),
    kind.scopeText?.(cost, business),
    examples.has(cost) ? 'valor de exemplo' : undefined,
  ].filter((each) => each !== undefined);
  return (
    <EntryRow
      definition={entry}
      row={cost}
      renderBelowInputs={(form) => (
        <CostPreview
          command={previewCommand(fieldsOf(entry, business), entry.firstFocusedField, form, (values) =>
            changeCommand<CostEntity>(entry.entity, cost.id, values),
          )}
        />
      )}
    >
      <RowContent
        name={cost.name}
        detail={details.length > 0 ? details.join(' · ') : undefined}
        {...kind.numbers(cost, figuresOf(business))}
      />
    </EntryRow>
  );
});

/** The command whose effect is previewed, without a name; undefined while the amount cannot be read. */
function previewCommand(
  fields: FieldsWithInputs,
  focus: string,
  form: EntryForm<Fields>,
  toCommand: (values: object) => SingleCommand,
): SingleCommand | undefined {
  const amounts = Object.entries(fields).filter(([key]) => key !== 'name');
  const readings = amounts.map(([key, field]) => [key, field.read(form.texts[key] ?? '')] as const);
  const values = readings.flatMap(([key, reading]) => (reading.ok ? [[key, reading.value]] : []));
  return values.some(([key]) => key === focus) ? toCommand(Object.fromEntries(values)) : undefined;
}
