import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type * as v from 'valibot';
import type { accountEndpoints, UserBody } from '#contract/account.ts';
import { browserAccountClient } from '#web/api/account-client.ts';
import { ApiProblem } from '#web/api/failures.ts';
import { useSession } from '#web/stores/root-store.tsx';
import { PlainPage } from '#web/ui/plain-page.tsx';
import { useTitle } from '#web/ui/page-title.tsx';
import styles from './guest.module.css';

type JoinChoice = v.InferInput<(typeof accountEndpoints)['joinGuest']['body']>['choice'];
type FormerGuest = NonNullable<UserBody['guest_to_join']>;

interface JoinAnswer {
  readonly choice: JoinChoice;
  readonly name: string;
  readonly consequence: string;
}

const KEEP_APART: JoinAnswer = {
  choice: 'keep_apart',
  name: 'Não, deixar separado',
  consequence: 'Nada vem para a sua conta. O que foi feito sem conta só volta com o código do recibo.',
};

/** The answers when guest and account both have data: one business is opened and the other is kept. */
const BOTH_HAVE_DATA: readonly JoinAnswer[] = [
  {
    choice: 'open_guests',
    name: 'Sim, e abrir os deste navegador',
    consequence: 'O negócio da sua conta fica guardado. Você troca quando quiser em Minha conta.',
  },
  {
    choice: 'open_mine',
    name: 'Sim, mas continuar com os da minha conta',
    consequence: 'Os dados deste navegador ficam guardados na conta, prontos para abrir em Minha conta.',
  },
  KEEP_APART,
];

const GUEST_HAS_DATA: readonly JoinAnswer[] = [
  {
    choice: 'open_guests',
    name: 'Sim, levar para a minha conta',
    consequence: 'O acesso e os dados passam a abrir em qualquer aparelho em que você entrar.',
  },
  KEEP_APART,
];

const GUEST_HAS_ACCESS_ONLY: readonly JoinAnswer[] = [
  {
    choice: 'open_mine',
    name: 'Sim, levar o acesso para a minha conta',
    consequence: 'Os dados da sua conta continuam como estão.',
  },
  KEEP_APART,
];

function answersFor({ has_data: hasData, own_data: ownData }: FormerGuest): readonly JoinAnswer[] {
  if (!ownData) return GUEST_HAS_DATA;
  return hasData ? BOTH_HAVE_DATA : GUEST_HAS_ACCESS_ONLY;
}

/** A question after signing in where somebody worked as a guest; nothing else is shown until it is answered. */
export const JoinQuestion = observer(function JoinQuestion({ guest }: { readonly guest: FormerGuest }) {
  useTitle('Levar seus dados');
  const session = useSession();
  const [, navigate] = useLocation();
  const [api] = useState(browserAccountClient);
  const [pendingChoice, setPendingChoice] = useState<JoinChoice>();
  const [problem, setProblem] = useState<string>();
  async function answer(choice: JoinChoice) {
    setPendingChoice(choice);
    setProblem(undefined);
    try {
      const user = await api.call('joinGuest', { body: { choice } });
      session.setUser(user);
      navigate(user.access_granted ? '/dashboard' : '/', { replace: true });
    } catch (error) {
      const reason = error instanceof ApiProblem ? error.detail : 'Confira a internet e tente de novo.';
      setProblem(`Sua resposta não foi salva. ${reason}`);
      setPendingChoice(undefined);
    }
  }
  const account = session.user?.email ?? session.displayName;
  return (
    <PlainPage title={guest.has_data ? 'Levar os dados deste navegador?' : 'Levar o acesso deste navegador?'}>
      <p>
        Antes de entrar como <strong className="ink weight-580 breaks">{account}</strong>, este navegador usava o Prumo
        sem conta. {guest.has_data ? 'O que foi lançado aqui é seu?' : 'O acesso pago aqui é seu?'}
      </p>
      <div className="stack wide gap-12 mt-8" role="group" aria-label="Sua resposta">
        {answersFor(guest).map(({ choice, name, consequence }) => (
          <button
            key={choice}
            type="button"
            className={`${styles['answer']} stack gap-4 pad-block-16 pad-inline-20 edge-strong rounded pointer ink same-font text-start ${choice === 'keep_apart' ? styles['apart'] : styles['along']}`}
            disabled={pendingChoice !== undefined}
            aria-busy={pendingChoice === choice}
            onClick={() => void answer(choice)}
          >
            <span className="weight-600">{pendingChoice === choice ? 'Salvando…' : name}</span>
            <span className="soft text-15">{consequence}</span>
          </button>
        ))}
      </div>
      {problem !== undefined && <p role="alert">{problem}</p>}
    </PlainPage>
  );
});
