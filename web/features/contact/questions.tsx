import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useSite } from '#web/stores/site.tsx';

interface FrequentQuestion {
  readonly question: string;
  readonly Answer: () => ReactNode;
}

/** Questions of owners before and after they buy. */
export const QUESTIONS: readonly FrequentQuestion[] = [
  { question: 'O Prumo cobra mensalidade?', Answer: MonthlyFee },
  { question: 'Preciso entender de contabilidade?', Answer: Accounting },
  { question: 'Funciona no celular? Preciso instalar?', Answer: PhoneUse },
  { question: 'O preço de um insumo mudou. Refaço todas as fichas?', Answer: PriceChanged },
  { question: 'Por que o CMV dá mais que a soma dos ingredientes?', Answer: Loss },
  { question: 'Ainda não sei todos os meus custos. Posso começar?', Answer: IncompleteCosts },
  { question: 'Quem vê os meus números? E se eu quiser apagar tudo?', Answer: Privacy },
  { question: 'Comprei e não era o que eu esperava. E agora?', Answer: Withdrawal },
];

function MonthlyFee() {
  const { price } = useSite();
  return <p>Não. Você paga {price} uma única vez, via Pix, e o acesso não vence.</p>;
}

function Accounting() {
  return (
    <p>
      Não. Você lança o que já sabe, como o aluguel, a taxa do cartão e o preço da farinha, e cada resultado vem com uma
      frase que explica o que ele quer dizer. Para imposto e obrigações fiscais, continue com o seu contador: o Prumo
      não faz o trabalho dele.
    </p>
  );
}

function PhoneUse() {
  return (
    <p>
      Funciona no navegador do celular e do computador, sem instalar nada. Dá para usar sem conta, no navegador em que
      você pagou; para abrir nos dois, entre com a mesma conta Google em cada um e os seus dados estarão lá.
    </p>
  );
}

function PriceChanged() {
  return (
    <p>
      Não. Troque o preço uma vez, na aba Insumos: todos os pratos que usam aquele insumo são recalculados na hora, com
      o novo custo, a nova margem e o que sobra.
    </p>
  );
}

function Loss() {
  return (
    <p>
      Porque o Prumo soma a perda na produção: a casca, a apara, o que queima e o que vence. São 10%, se você não disser
      outra: com ingredientes de R$ 20,00, o CMV do prato é R$ 22,00.
    </p>
  );
}

function IncompleteCosts() {
  return (
    <p>
      Pode, e é o melhor jeito. Comece pelo que tem à mão: o painel mostra o que ainda falta para confiar em cada
      número, e você completa depois.
    </p>
  );
}

function Privacy() {
  return (
    <p>
      O seu negócio fica ligado à sua conta, ou ao navegador em que você pagou, e nenhum outro cliente consegue vê-lo.
      Em <Link to="/account">Minha conta</Link> você baixa uma cópia dos seus dados ou apaga tudo, na hora. Os detalhes
      estão nos <Link to="/terms">termos de uso</Link>, na parte 5.
    </p>
  );
}

function Withdrawal() {
  return (
    <p>
      Você tem 7 dias para desistir, sem explicar o motivo, e recebe o valor inteiro de volta. Escreva para o suporte
      com o e-mail da compra; o passo a passo está na parte 4 dos <Link to="/terms">termos de uso</Link>.
    </p>
  );
}
