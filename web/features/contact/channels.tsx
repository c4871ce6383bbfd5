import { useSite } from '#web/stores/site.tsx';
import { phoneText, whatsappLink } from '../site/whatsapp.ts';
import styles from './channels.module.css';

/** The two ways to write to us, with how long an answer takes. */
export function Channels() {
  const { email, whatsapp } = useSite().support;
  return (
    <div className={styles['channels']}>
      <section className={styles['channel']} aria-labelledby="whatsapp">
        <h2 id="whatsapp" className={styles['name']}>
          WhatsApp
        </h2>
        <a className={`unbroken ${styles['address']}`} href={whatsappLink(whatsapp)}>
          {phoneText(whatsapp)}
        </a>
        <p className={styles['wait']}>Resposta imediata no horário de atendimento</p>
      </section>
      <section className={styles['channel']} aria-labelledby="e-mail">
        <h2 id="e-mail" className={styles['name']}>
          E-mail
        </h2>
        <a className={styles['address']} href={`mailto:${email}`}>
          {email}
        </a>
        <p className={styles['wait']}>Resposta em até 24h</p>
      </section>
      <section className={styles['channel']} aria-labelledby="horario">
        <h2 id="horario" className={styles['name']}>
          Horário de atendimento
        </h2>
        <p className={styles['hours']}>Seg–Sex, 9h–18h</p>
        <p className={styles['wait']}>Horário de Brasília</p>
      </section>
    </div>
  );
}
