import { Button } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { sampleCommands, type SampleBusiness } from '#app/samples/sample-business.ts';
import { businessFigures } from '#domain/figures/business-figures.ts';
import { createCosting } from '#domain/figures/costing.ts';
import { formatCount, formatMoney, formatPercentage } from '#domain/format.ts';
import { newId } from '#web/stores/business/entity-id.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { notify } from '#web/ui/notify.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { applyChangeSet } from '../entry/change-set.ts';
import { priceText } from '../fields/price-text.ts';
import { unitCostText } from '../fields/cost-text.ts';
import styles from './model-preview.module.css';
import type { ReadyModel } from './models.ts';
import { useUncheckedExamples } from './unchecked-examples.ts';
import { decide, isRefusal } from '#domain/business/decide.ts';
import { fold } from '#domain/business/evolve.ts';
import { type Business, emptyBusiness } from '#domain/business/state.ts';
import { Problem } from '#web/ui/note.tsx';

/** A business that contains only the model. */
export function businessOf(sample: SampleBusiness): Business {
  const decision = decide(
    { ...emptyBusiness, ownerId: 'model' },
    { type: 'ApplyChangeSet', commands: sampleCommands(sample, (text) => text) },
  );
  if (isRefusal(decision)) throw new Error(`a ready model is refused: ${decision.refusal}`);
  return fold(decision, { ...emptyBusiness, ownerId: 'model' });
}

interface ModelPreviewProps {
  readonly model: ReadyModel;
  readonly onBack: () => void;
  /** Is called once the model is part of the business. */
  readonly onAdded: () => void;
}

/** The content of a model before it is added, with a button that adds all of it as one change. */
export const ModelPreview = observer(function ModelPreview({ model, onBack, onAdded }: ModelPreviewProps) {
  const { business } = useStores();
  const examples = useUncheckedExamples();
  const [sample, setSample] = useState<SampleBusiness>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    model.load().then(setSample, () => setProblem('O modelo não pôde ser aberto. Confira a conexão e tente de novo.'));
  }, [model]);

  async function addModel(sampleToAdd: SampleBusiness) {
    const ids = new Map<string, string>();
    const idOf = (text: string): string => {
      const id = ids.get(text) ?? newId();
      ids.set(text, id);
      return id;
    };
    const commands = sampleCommands(sampleToAdd, idOf);
    const addition = applyChangeSet(business, {
      commands: () => commands,
      text: `Modelo ${model.name} pronto: agora os seus números`,
    });
    examples.add(
      [...sampleToAdd.fixedCosts, ...sampleToAdd.variableCosts, ...sampleToAdd.ingredients].map(([name]) => idOf(name)),
    );
    // The model is on screen already, and this preview has disappeared with the empty state.
    document.querySelector<HTMLElement>('h1')?.focus();
    const outcome = await addition;
    if (outcome.kind === 'failed')
      notify({ text: `O modelo não foi incluído: ${outcome.failure.sentence}`, tone: 'problem' });
    else onAdded();
  }

  return (
    <Panel
      title={`Modelo ${model.name}`}
      hint="Preços e custos são exemplos, marcados assim até você trocar. O faturamento fica com você."
    >
      {sample && <Contents sample={sample} />}
      {!sample && problem === undefined && <Spinner label="Abrindo o modelo..." />}
      <Problem text={problem} />
      <div className={`${styles['choices']} flex sticky wrap gap-8 no-padding pad-block-12 on-surface`}>
        {sample && <FocusedButton onClick={() => void addModel(sample)}>Usar este modelo</FocusedButton>}
        <Button variant="default" onClick={onBack}>
          Ver outros
        </Button>
      </div>
    </Panel>
  );
});

/** A button that takes the focus when it appears, because the button that opened the preview has disappeared. */
function FocusedButton(props: { readonly onClick: () => void; readonly children: ReactNode }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  return <Button ref={button} {...props} />;
}

function Contents({ sample }: { readonly sample: SampleBusiness }) {
  const business = businessOf(sample);
  const figures = businessFigures(business);
  const costing = createCosting(business);
  return (
    <div className={`${styles['contents']} stack shrinks`}>
      <Part title={`${formatCount(business.dishes.size)} pratos com ficha`}>
        {[...business.dishes.values()].map(({ id, name, salePrice }) => (
          <Line
            key={id}
            name={name}
            value={formatMoney(salePrice)}
            note={`CMV ${formatPercentage(figures.dishes.get(id)?.cmvPercentage ?? 0)}`}
          />
        ))}
      </Part>
      <Part title={`${formatCount(business.ingredients.size)} insumos`}>
        {[...business.ingredients.values()].map((ingredient) => (
          <Line key={ingredient.id} name={ingredient.name} value={priceText(ingredient)} />
        ))}
      </Part>
      <div className={`${styles['part']} stack from-top shrinks gap-8`}>
        {business.preparations.size > 0 && (
          <Part title={`${formatCount(business.preparations.size)} preparos`}>
            {[...business.preparations.values()].map((preparation) => (
              <Line key={preparation.id} name={preparation.name} value={unitCostText(preparation, costing)} />
            ))}
          </Part>
        )}
        <Part title={`${formatCount(business.fixedCosts.size)} custos fixos`}>
          {[...business.fixedCosts.values()].map(({ id, name, value }) => (
            <Line key={id} name={name} value={formatMoney(value)} />
          ))}
        </Part>
        <Part title={`${formatCount(business.variableCosts.size)} custos variáveis`}>
          {[...business.variableCosts.values()].map(({ id, name, percentage: share }) => (
            <Line key={id} name={name} value={formatPercentage(share)} />
          ))}
        </Part>
      </div>
    </div>
  );
}

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <div className={`${styles['part']} stack from-top shrinks gap-8`}>
    <h3 className="text-15 weight-600">{title}</h3>
    <ul className="list">{children}</ul>
  </div>
);

interface LineProps {
  readonly name: string;
  readonly value: string;
  readonly note?: string;
}

const Line = ({ name, value, note }: LineProps) => (
  <li className="stack wide-and-narrow across-12 no-padding pad-block-8 line-above text-15">
    <span className="breaks">{name}</span>
    <span className="numeral">{value}</span>
    {note !== undefined && <span className="whole-row faint text-14">{note}</span>}
  </li>
);
