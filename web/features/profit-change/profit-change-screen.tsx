import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { dayOf } from '#contract/instants.ts';
import { whenChanged } from '#web/stores/business/watch-business.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { ActionLink } from '#web/ui/action.tsx';
import { RemoteDataView } from '#web/ui/remote-data-view.tsx';
import { EmptyNote } from '#web/ui/note.tsx';
import { Section } from '#web/ui/section.tsx';
import { SALES } from '../navigation/addresses.ts';
import { HISTORY } from '../navigation/history-address.ts';
import { ProfitChangeAnswer } from './answer.ts';
import { Explanation } from './explanation.tsx';
import styles from './profit-change.module.css';
import { questionAddress, type ProfitQuestion, readQuestion } from './question.ts';
import { QuestionForm } from './question-form.tsx';

/** /dashboard/por-que: the causes of a figure's change between two days. */
export const ProfitChangeScreen = observer(function ProfitChangeScreen() {
  const { business } = useStores();
  const [, navigate] = useLocation();
  const [today] = useState(() => dayOf(new Date()));
  const { from, to, dish, figure } = readQuestion(useSearch(), today);
  const [answer] = useState(() => new ProfitChangeAnswer(business));
  useEffect(() => void answer.ask({ from, to, dish, figure }), [answer, from, to, dish, figure]);
  useEffect(() => whenChanged(business, () => answer.retry()), [business, answer]);
  const changeQuestion = (next: Partial<ProfitQuestion>): void =>
    navigate(questionAddress({ from, to, dish, figure, ...next }, today), { replace: true });
  return (
    <Section
      title="Por que meu lucro mudou?"
      explanation="Escolha duas datas: o Prumo compara o negócio em uma e na outra e diz quanto da mudança veio de cada coisa."
      actions={
        <ActionLink tone="plain" to={HISTORY}>
          Ver o histórico em gráficos
        </ActionLink>
      }
    >
      <QuestionForm
        question={{ from, to, dish, figure }}
        hasSales={answer.hasSales}
        today={today}
        problems={answer.refusal?.fields}
        onChange={changeQuestion}
      />
      <RemoteDataView
        data={answer.data}
        onRetry={() => answer.retry()}
        loading="Comparando as duas datas..."
        failure="Erro ao comparar as duas datas"
      >
        {(result) => (
          <div aria-busy={answer.isLoading} className={answer.isLoading ? styles['asking'] : undefined}>
            {'refusal' in result && !answer.isDateRefusal && <p role="alert">{result.refusal.sentence}</p>}
            {'refusal' in result && answer.isDateRefusal && figure === 'result' && (
              <EmptyNote
                text="O resultado do mês precisa de vendas lançadas até as duas datas."
                advice={result.refusal.sentence}
                action={<ActionLink to={SALES}>Lançar vendas</ActionLink>}
              />
            )}
            {'change' in result &&
              (result.change.first_at === null ? (
                <EmptyNote
                  text="Ainda não há o que comparar."
                  advice="A comparação começa com o primeiro custo, insumo ou prato que você cadastrar."
                />
              ) : (
                <Explanation change={result.change} onStartChange={(day) => changeQuestion({ from: day })} />
              ))}
          </div>
        )}
      </RemoteDataView>
    </Section>
  );
});
