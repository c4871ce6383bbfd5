import type { ReactNode } from 'react';
import type { Site } from '#web/stores/site.tsx';
import { phoneText, whatsappLink } from '../site/whatsapp.ts';

interface SectionProps {
  readonly site: Site;
}

interface TermsSection {
  readonly id: string;
  readonly title: string;
  readonly Text: (props: SectionProps) => ReactNode;
}

/** The terms of use, in order. A substantial change requires a new version of `TERMS`. */
export const SECTIONS: readonly TermsSection[] = [
  { id: 'o-que-e', title: 'O que é o Prumo', Text: WhatItIs },
  { id: 'preco', title: 'O acesso e o preço', Text: AccessAndPrice },
  { id: 'conta', title: 'Sua conta', Text: Account },
  { id: 'arrependimento', title: 'Direito de arrependimento', Text: Withdrawal },
  { id: 'dados', title: 'Seus dados pessoais', Text: PersonalData },
  { id: 'numeros', title: 'O que os números dizem', Text: Figures },
  { id: 'quem-vende', title: 'Quem vende, mudanças e lei', Text: SellerAndLaw },
];

function WhatItIs() {
  return (
    <>
      <p>
        O Prumo é uma ferramenta para donos de pizzarias, confeitarias, lanchonetes e restaurantes. Você informa seus
        custos, seu faturamento, seus insumos e suas receitas. O Prumo calcula quanto custa cada prato (CMV), a margem,
        quanto sobra em cada venda e quanto é preciso vender para o mês se pagar.
      </p>
      <p>
        Ele funciona pela internet, no navegador do celular ou do computador. Ao comprar ou usar o Prumo, você concorda
        com estes termos.
      </p>
    </>
  );
}

function AccessAndPrice({ site }: SectionProps) {
  return (
    <>
      <p>
        O acesso custa <strong>{site.price}</strong>, pago <strong>uma única vez, via Pix</strong>. Não há mensalidade,
        renovação nem cobrança automática, e o acesso não tem data para vencer. Ele é liberado quando o pagamento é
        confirmado e vale para uma pessoa: no navegador em que você pagou, sem precisar de conta, ou na sua conta
        Google, em qualquer aparelho.
      </p>
      <p>Se o preço mudar, a mudança vale só para as compras seguintes: quem já pagou não paga de novo.</p>
      <p>
        Se um dia o Prumo for encerrado, avisaremos com pelo menos 30 dias de antecedência, para você pedir uma cópia do
        que lançou.
      </p>
    </>
  );
}

function Account() {
  return (
    <>
      <p>
        Para comprar e usar o Prumo no navegador em que você pagou, <strong>não é preciso ter conta</strong>. Ali quem
        guarda o acesso é o próprio navegador, e quem o traz de volta é o código do recibo.
      </p>
      <p>
        Para abrir em qualquer aparelho, você entra com a sua <strong>conta Google</strong>, antes ou depois de pagar, e
        leva junto o acesso e o que já lançou; não há outra senha para criar. O acesso é seu: cuide da conta e do código
        como cuida da chave da cozinha e avise o suporte se achar que alguém entrou no seu lugar.
      </p>
      <p>
        O que você lança é seu, e a responsabilidade por estar certo também. Não é permitido tentar entrar no negócio de
        outra pessoa, atrapalhar o funcionamento do Prumo ou revender o acesso. Nesses casos a conta pode ser suspensa,
        e diremos por quê.
      </p>
    </>
  );
}

function Withdrawal({ site }: SectionProps) {
  return (
    <>
      <p>
        Você pode desistir da compra em até <strong>7 dias</strong>, contados da data do pagamento, sem explicar o
        motivo. É um direito seu, do artigo 49 do Código de Defesa do Consumidor.
      </p>
      <p>
        Para isso, escreva para <Email site={site} /> ou chame no WhatsApp <WhatsApp site={site} /> e diga que quer
        desistir e com qual e-mail comprou. Confirmamos que recebemos o pedido, devolvemos{' '}
        <strong>o valor inteiro</strong> pelo mesmo meio do pagamento, e o acesso termina. Se quiser uma cópia do que
        lançou, peça na mesma mensagem.
      </p>
    </>
  );
}

function PersonalData({ site }: SectionProps) {
  return (
    <>
      <p>Guardamos só o necessário para o Prumo funcionar e para cumprir a lei:</p>
      <ul>
        <li>
          <strong>Da conta Google, se você entrar com uma:</strong> nome, e-mail e foto, para reconhecer você, dar o
          acesso e responder quando você chama.
        </li>
        <li>
          <strong>Do seu negócio:</strong> custos, faturamento, insumos e pratos, com o histórico das mudanças, para
          fazer as contas.
        </li>
        <li>
          <strong>Da compra:</strong> nome e e-mail que você informa, data, valor e situação do pagamento, pelo prazo
          que as leis fiscais e de consumo mandam.
        </li>
        <li>
          <strong>Do uso:</strong> dia, hora e endereço de internet (IP e porta) de quando você entra e usa o Prumo, por
          6 meses, porque o Marco Civil da Internet (artigo 15) manda. Depois são apagados.
        </li>
      </ul>
      <p>
        Não vendemos dados, não mostramos propaganda e não seguimos você em outros sites: os cookies são só os
        necessários para entrar, pagar e continuar conectado. Só recebe dados quem é preciso para o serviço existir: o
        Google, quando você entra; a empresa que processa o Pix, quando você paga; e a que hospeda o Prumo.
        {hasExternalVideo(site) && ' Se você assistir ao vídeo de demonstração, quem o exibe fica sabendo.'}
      </p>
      <p>
        Pela Lei Geral de Proteção de Dados (LGPD), você pode saber o que guardamos, receber uma cópia, corrigir e pedir
        a exclusão. <strong>Você mesmo baixa e exclui seus dados</strong>, em “Minha conta”, com ou sem conta Google; se
        preferir, peça em <Email site={site} />: respondemos em até 15 dias. A exclusão não tem volta. Depois dela ficam
        apenas o registro de acesso, até completar os 6 meses, e o registro de que houve um pagamento, sem nome nem
        e-mail, pelo prazo das leis fiscais. O responsável pelos dados é quem vende o Prumo, na parte 7; se a resposta
        não resolver, você pode reclamar à Autoridade Nacional de Proteção de Dados (ANPD).
      </p>
    </>
  );
}

function Figures() {
  return (
    <>
      <p>
        Os resultados são <strong>estimativas calculadas a partir do que você informa</strong>. Se falta um custo ou um
        preço está velho, o resultado sai errado na mesma medida. O custo de cada prato já inclui a perda na produção
        (10%, se você não informar outra), e as médias contam todos os pratos por igual, vendam muito ou pouco.
      </p>
      <p>
        O Prumo ajuda a decidir, mas não é consultoria contábil, fiscal ou financeira: não substitui o contador, não
        emite nota e não calcula imposto por você. A decisão de preço é sua.
      </p>
      <p>
        Cuidamos para que o serviço fique no ar e os dados guardados, mas pode haver paradas para manutenção ou por
        falha. Nada nestes termos diminui os direitos que a lei dá a você como consumidor.
      </p>
    </>
  );
}

function SellerAndLaw({ site }: SectionProps) {
  const { name, cnpj, address } = site.seller;
  return (
    <>
      <dl>
        <div>
          <dt>Quem vende</dt>
          <dd>{name}</dd>
        </div>
        <div>
          <dt>CNPJ</dt>
          <dd className="unbroken">{cnpj}</dd>
        </div>
        <div>
          <dt>Endereço</dt>
          <dd>{address}</dd>
        </div>
        <div>
          <dt>Contato</dt>
          <dd>
            <Email site={site} /> · WhatsApp <WhatsApp site={site} />
          </dd>
        </div>
      </dl>
      <p>
        Se estes termos mudarem, a nova versão aparece nesta página com a data em que passa a valer. Uma mudança não
        tira direitos de quem já comprou.
      </p>
      <p>
        Vale a lei brasileira. Se houver um conflito que a conversa não resolva, ele é decidido na Justiça da cidade
        onde você mora.
      </p>
    </>
  );
}

/** A video from our own server reports the visit to nobody else. */
const hasExternalVideo = ({ video }: Site): boolean => video !== null && video.own === '';

const Email = ({ site }: SectionProps) => <a href={`mailto:${site.support.email}`}>{site.support.email}</a>;

const WhatsApp = ({ site }: SectionProps) => (
  <a className="unbroken" href={whatsappLink(site.support.whatsapp)}>
    {phoneText(site.support.whatsapp)}
  </a>
);
