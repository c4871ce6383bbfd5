import { ChevronRight } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { Link } from 'wouter';
import { useStores } from '#web/stores/root-store.tsx';
import { useUncheckedExamples } from '../onboarding/unchecked-examples.ts';
import styles from './dashboard-tab.module.css';
import { exampleTasks, taskOf } from '../onboarding/gap-texts.ts';

/** The steps that remain before the figures can be trusted, in order. Hidden when nothing remains. */
export const Checklist = observer(function Checklist() {
  const { business } = useStores();
  const examples = useUncheckedExamples();
  const { gaps } = business;
  const rows = business.data('ingredients', 'fixedCosts', 'variableCosts');
  // The number of steps is unknown until all of them are loaded.
  if (gaps.kind !== 'known' || rows.kind !== 'known') return null;
  const tasks = [...gaps.value.map(taskOf), ...exampleTasks(rows.value, examples)];
  if (tasks.length === 0) return null;
  return (
    <section
      className={`${styles['checklist']} stack pad-block-20 pad-inline-20 rounded on-basil-tint`}
      aria-labelledby="o-que-falta"
    >
      <div>
        <h2 id="o-que-falta" className="text-17 weight-620">
          O que falta para confiar no número
        </h2>
        <p className="mt-4 soft text-15">
          {tasks.length === 1 ? 'Falta um passo.' : `Faltam ${tasks.length} passos.`} Até lá, os números abaixo são só
          um começo.
        </p>
      </div>
      <ol className={`${styles['tasks']} list`}>
        {tasks.map(({ text, address }) => (
          <li key={text}>
            <Link
              href={address}
              className={`row wide touch-48 gap-12 no-padding pad-block-8 bare-button same-colour text-start hover-basil`}
            >
              <span className={`${styles['ring']} rigid circle`} aria-hidden="true" />
              <span>{text}</span>
              <ChevronRight className={`rigid push-right basil`} size={18} aria-hidden />
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
});
