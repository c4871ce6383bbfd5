import { useTitle } from '#web/ui/use-title.ts';
import { ReadingPage } from '../site/reading-page.tsx';
import { Channels } from './channels.tsx';
import styles from './contact-page.module.css';
import { QUESTIONS } from './questions.tsx';

/** /contact: where to ask, when somebody answers, and what most people ask. */
export function ContactPage() {
  useTitle('Contato e suporte');
  return (
    <ReadingPage
      title="Fale com a gente"
      lead="Travou numa conta, quer tirar uma dúvida ou precisa resolver o pagamento? Tem gente do outro lado."
      aside={<Channels />}
    >
      <section aria-labelledby="perguntas">
        <h2 id="perguntas" className={`${styles['title']} weight-640 tight`}>
          Perguntas frequentes
        </h2>
        <div className="mt-16 line-above">
          {QUESTIONS.map(({ question, Answer }) => (
            <details key={question} className={`${styles['question']} line-below`}>
              <summary
                className={`${styles['summary']} row between gap-24 no-padding pad-block-12 pointer text-17 weight-560 hover-basil`}
              >
                {question}
              </summary>
              <div className={`${styles['answer']} stack gap-12 soft`}>
                <Answer />
              </div>
            </details>
          ))}
        </div>
      </section>
    </ReadingPage>
  );
}
