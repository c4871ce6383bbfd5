import { TERMS } from '#contract/terms.ts';
import { useSite } from '#web/stores/site.tsx';
import { useTitle } from '#web/ui/page-title.tsx';
import { ReadingPage } from '../site/reading-page.tsx';
import { SECTIONS } from './sections.tsx';
import styles from './terms-page.module.css';

/** /terms: the terms of use in seven sections. */
export function TermsPage() {
  useTitle('Termos de uso');
  const site = useSite();
  return (
    <ReadingPage
      title="Termos de uso"
      lead={
        <>
          O combinado entre você e quem oferece o Prumo, em sete partes e sem juridiquês. Em vigor desde{' '}
          {TERMS.inForceSince}.
        </>
      }
      aside={
        <nav aria-label="Partes dos termos">
          <ol className={`${styles['contents']} stack no-margin pad-block-8 pad-inline-20 card`}>
            {SECTIONS.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ol>
        </nav>
      }
    >
      {SECTIONS.map(({ id, title, Text }, index) => (
        <section key={id} className={`${styles['section']} stack gap-16 soft text-17`} aria-labelledby={id}>
          <h2 id={id} className={`${styles['title']} ink weight-640 tight`}>
            {index + 1}. {title}
          </h2>
          <Text site={site} />
        </section>
      ))}
    </ReadingPage>
  );
}
