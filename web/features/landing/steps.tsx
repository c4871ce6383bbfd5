import styles from './landing-page.module.css';

const STEPS = [
  ['Lance o que você paga', 'Os custos do mês e as taxas de cada venda. Vírgula ou ponto, tanto faz.'],
  ['Cadastre insumos e preços', 'O que você compra, por quilo, litro ou unidade.'],
  ['Monte um prato', 'Escolha os insumos, diga quanto vai de cada um e veja na hora quanto sobra.'],
] as const;

export function Steps() {
  return (
    <section className={`${styles['section']} ${styles['last']} line-above`} aria-labelledby="como">
      <h2 id="como" className={`${styles['title']} weight-660 tight`}>
        O primeiro número sai em cinco minutos
      </h2>
      <ol className={`${styles['list']} ${styles['steps']} list stack`}>
        {STEPS.map(([name, text]) => (
          <li key={name} className={`${styles['step']} relative`}>
            <h3 className="text-17 weight-600">{name}</h3>
            <p className="mt-4 soft">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
