import { ChevronRight } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { Link } from 'wouter';
import { useStores } from '#web/stores/root-store.tsx';
import { useExamples } from '../onboarding/examples.ts';
import styles from './dashboard-tab.module.css';
import { exampleTasks, taskOf } from '../onboarding/gap-texts.ts';

/** What is missing before the figures can be trusted, in the order to do it. Nothing at all once nothing is. */
export const Checklist = observer(function Checklist() {
  const { business } = useStores();
  const examples = useExamples();
  const { gaps } = business;
  const rows = business.view('ingredients', 'fixedCosts', 'variableCosts');
  // Of steps that are not all known it is not said how many there are.
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
