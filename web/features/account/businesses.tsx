import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type * as v from 'valibot';
import type { BusinessSummaryReply } from '#contract/account.ts';
import { countText } from '#contract/sentences/words.ts';
import type { AccountClient } from '#web/api/client.ts';
import { ApiProblem } from '#web/api/failures.ts';
import type { DataLoader } from '#web/stores/data-loader.ts';
import { ActionButton } from '#web/ui/action.tsx';
import { OutdatedNote, NotLoaded } from '#web/ui/not-loaded.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Problem } from '#web/ui/note.tsx';
import styles from './account.module.css';

type AccountBusiness = v.InferOutput<typeof BusinessSummaryReply>;

interface BusinessesProps {
  readonly list: DataLoader<AccountBusiness[]>;
  readonly api: AccountClient;
}

/** The businesses of the account, of which one is open in the dashboard. The list is hidden when there is only one. */
export const Businesses = observer(function Businesses({ list, api }: BusinessesProps) {
  const [busyId, setBusyId] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const { data } = list;
  async function open(id: string) {
    setBusyId(id);
    setProblem(undefined);
    try {
      list.set(await api.call('openBusiness', { params: { id } }));
    } catch (error) {
      setProblem(
        error instanceof ApiProblem ? error.detail : 'Não deu para trocar. Confira a internet e tente de novo.',
      );
    } finally {
      setBusyId(undefined);
    }
  }
  if (data.kind === 'failed')
    return (
      <Panel title="Meus negócios">
        <NotLoaded what="os seus negócios" onRetry={() => list.load()} />
      </Panel>
    );
  // One business leaves no choice, and a person without access has another page to see.
  if (data.kind !== 'known' || data.value.length < 2) return null;
  return (
    <Panel title="Meus negócios" hint="O painel mostra um de cada vez. Os outros ficam guardados, inteiros.">
      {data.staleSince && <OutdatedNote readAt={data.staleSince} onRetry={() => list.load()} />}
      <ul className="stack list">
        {data.value.map((business, index) => (
          <li
            key={business.id}
            className={`${styles['item']} row wrap between gap-8 across-20 no-padding pad-block-12 line-above`}
          >
            <div className="stack gap-4">
              <strong>Negócio {index + 1}</strong>
              <span className="soft">{contentsOf(business)}</span>
            </div>
            {business.is_open ? (
              <span className="basil weight-560">Aberto no painel</span>
            ) : (
              <ActionButton tone="quiet" busy={busyId === business.id} onClick={() => void open(business.id)}>
                <span>
                  Abrir<span className="visually-hidden"> o negócio {index + 1}</span>
                </span>
              </ActionButton>
            )}
          </li>
        ))}
      </ul>
      <Problem text={problem} />
    </Panel>
  );
});

/** The size of a business in words: '6 pratos, 18 insumos, 4 custos fixos'. */
function contentsOf({ dishes, ingredients, fixed_costs: fixedCosts }: AccountBusiness): string {
  return [
    countText(dishes, 'prato', 'pratos'),
    countText(ingredients, 'insumo', 'insumos'),
    countText(fixedCosts, 'custo fixo', 'custos fixos'),
  ].join(', ');
}
