import { CakeSlice, type LucideIcon, Pizza, Sandwich } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useRef, useState } from 'react';
import { useStores } from '#web/stores/root-store.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { MODELS, type ReadyModel } from './models.ts';
import styles from './start-with-model.module.css';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { Link } from 'wouter';
import { tabAddress } from '../navigation/addresses.ts';

const PARTS = ['fixedCosts', 'variableCosts', 'ingredients', 'preparations', 'dishes'] as const;

/** Tells whether the business has nothing that a model would add; false while a list is not loaded. */
export const isBlank = ({ allData }: BusinessStore): boolean =>
  allData.kind === 'known' && PARTS.every((part) => allData.value[part].size === 0);

const ModelPreview = onDemand(
  async () => (await import('./model-preview.tsx')).ModelPreview,
  <Spinner label="Abrindo o modelo..." />,
);

const ICONS: Readonly<Record<ReadyModel['key'], LucideIcon>> = {
  pizzaria: Pizza,
  confeitaria: CakeSlice,
  lanchonete: Sandwich,
};

/** The offer of three models to an empty business. */
export const StartWithModel = observer(function StartWithModel() {
  const { business } = useStores();
  const [chosenModel, setChosenModel] = useState<ReadyModel>();
  const choices = useRef<HTMLUListElement>(null);
  if (!isBlank(business)) return null;
  const closePreview = () => {
    const key = chosenModel?.key;
    setChosenModel(undefined);
    // The button of the closed preview gets the focus back once it is rendered again.
    requestAnimationFrame(() => choices.current?.querySelector<HTMLElement>(`[data-model='${key}']`)?.focus());
  };
  if (chosenModel)
    return (
      <ModelPreview
        key={chosenModel.key}
        model={chosenModel}
        onBack={closePreview}
        onAdded={() => setChosenModel(undefined)}
      />
    );
  return (
    <section className="stack gap-16" aria-labelledby="comecar-com-modelo">
      <div>
        <h2 id="comecar-com-modelo" className="text-18 weight-620">
          Começar com um modelo
        </h2>
        <p className="mt-4 soft">
          Escolha a cozinha mais parecida com a sua e troque os números pelos seus. Dá para desfazer.
        </p>
      </div>
      <ul ref={choices} className={`${styles['choices']} stack gap-12 list`}>
        {MODELS.map((model) => {
          const Icon = ICONS[model.key];
          return (
            <li key={model.key}>
              <button
                type="button"
                className={`${styles['choice']} stack at-middle wide across-16 pad-block-16 pad-inline-20 card pointer same-colour same-font text-start`}
                data-model={model.key}
                onClick={() => setChosenModel(model)}
              >
                <Icon size={28} strokeWidth={1.5} aria-hidden className={`${styles['icon']} basil`} />
                <span className="weight-600">{model.name}</span>
                <span className="soft text-15">{model.sells}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
});

/** A link to the models, under an empty list of an empty business. */
export const ModelLink = observer(function ModelLink() {
  if (!isBlank(useStores().business)) return null;
  return (
    <p>
      Prefere não começar do zero? <Link href={tabAddress('dashboard')}>Use um modelo pronto</Link>.
    </p>
  );
});
