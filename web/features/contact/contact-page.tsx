import { useTitle } from '#web/ui/page-title.tsx';
import { ReadingPage } from '../site/reading-page.tsx';
import styles from './contact-page.module.css';
import { QUESTIONS } from './questions.tsx';
import { useSite } from '#web/stores/site.tsx';
import { phoneText, whatsappLink } from '../site/whatsapp.ts';

/** The two ways to contact us, with the usual response times. */
export function ContactChannels() {
  const { email, whatsapp } = useSite().support;
  return (
    <div className="card">
      <section className={`${styles['channel']} pad-block-20 pad-inline-24`} aria-labelledby="whatsapp">
        <h2 id="whatsapp" className={`${styles['name']} faint text-15`}>
          WhatsApp
        </h2>
        <a className={`unbroken ${styles['address']} inline-row touch weight-600 breaks`} href={whatsappLink(whatsapp)}>
          {phoneText(whatsapp)}
        </a>
        <p className="soft text-15">Resposta imediata no horário de atendimento</p>
      </section>
      <section className={`${styles['channel']} pad-block-20 pad-inline-24`} aria-labelledby="e-mail">
        <h2 id="e-mail" className={`${styles['name']} faint text-15`}>
          E-mail
        </h2>
        <a className={`${styles['address']} inline-row touch weight-600 breaks`} href={`mailto:${email}`}>
          {email}
        </a>
        <p className="soft text-15">Resposta em até 24h</p>
      </section>
      <section className={`${styles['channel']} pad-block-20 pad-inline-24`} aria-labelledby="horario">
        <h2 id="horario" className={`${styles['name']} faint text-15`}>
          Horário de atendimento
        </h2>
        <p className={`${styles['hours']} weight-600`}>Seg–Sex, 9h–18h</p>
        <p className="soft text-15">Horário de Brasília</p>
      </section>
    </div>
  );
}

/** /contact: contact channels, office hours and frequent questions. */
export function ContactPage() {
  useTitle('Contato e suporte');
  return (
    <ReadingPage
      title="Fale com a gente"
      lead="Travou numa conta, quer tirar uma dúvida ou precisa resolver o pagamento? Tem gente do outro lado."
      aside={<ContactChannels />}
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
