import { CakeSlice, type LucideIcon, Pizza, Sandwich } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useRef, useState } from 'react';
import { useStores } from '#web/stores/root-store.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { isBlank } from './blank.ts';
import { MODELS, type ReadyModel } from './models.ts';
import styles from './start-with-model.module.css';

const ModelPreview = onDemand(
  async () => (await import('./model-preview.tsx')).ModelPreview,
  <Spinner label="Abrindo o modelo..." />,
);

const ICONS: Readonly<Record<ReadyModel['key'], LucideIcon>> = {
  pizzaria: Pizza,
  confeitaria: CakeSlice,
  lanchonete: Sandwich,
};

/** For a business with nothing in it: three kitchens to begin with instead of an empty page. */
export const StartWithModel = observer(function StartWithModel() {
  const { business } = useStores();
  const [chosen, setChosen] = useState<ReadyModel>();
  const choices = useRef<HTMLUListElement>(null);
  if (!isBlank(business)) return null;
  const back = () => {
    const key = chosen?.key;
    setChosen(undefined);
    // The choice that was left gets the focus back, once it is there again.
    requestAnimationFrame(() => choices.current?.querySelector<HTMLElement>(`[data-model='${key}']`)?.focus());
  };
  if (chosen) return <ModelPreview key={chosen.key} model={chosen} onBack={back} onUsed={() => setChosen(undefined)} />;
  return (
    <section className={styles['start']} aria-labelledby="comecar-com-modelo">
      <div>
        <h2 id="comecar-com-modelo" className={styles['title']}>
          Começar com um modelo
        </h2>
        <p className={styles['hint']}>
          Escolha a cozinha mais parecida com a sua e troque os números pelos seus. Dá para desfazer.
        </p>
      </div>
      <ul ref={choices} className={styles['choices']}>
        {MODELS.map((model) => {
          const Icon = ICONS[model.key];
          return (
            <li key={model.key}>
              <button
                type="button"
                className={styles['choice']}
                data-model={model.key}
                onClick={() => setChosen(model)}
              >
                <Icon size={28} strokeWidth={1.5} aria-hidden className={styles['icon'] ?? ''} />
                <span className={styles['name']}>{model.name}</span>
                <span className={styles['sells']}>{model.sells}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
});
