import { Button, NativeSelect } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useState } from 'react';
import { readChannelName, normalizeName } from '#domain/names.ts';
import { formatCount } from '#domain/format.ts';
import { Panel } from '#web/ui/panel.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { NEW_CHANNEL_PREFIX } from '../fields/new-channels.ts';
import { useGradualRows } from '../entry/searchable-list.tsx';
import type { ReportDraft } from './report-draft.ts';
import { AnswerButton } from './report-questions.tsx';
import { soldText } from './report-sentences.ts';
import styles from './sales-report.module.css';
import '#web/ui/mantine-fields.ts';

interface ReportNamesProps {
  readonly draft: ReportDraft;
}

/** The number of names shown at first: a file may have thousands. */
const PAGE_SIZE = 10;
const OUT = 'out';

/** The product names whose dish is unknown, with a suggestion for each. */
export const UnmatchedNames = observer(function UnmatchedNames({ draft }: ReportNamesProps) {
  const { unmatchedProducts } = draft;
  const [limit, setLimit] = useState(PAGE_SIZE);
  const indexes = unmatchedProducts.slice(0, limit);
  const visibleIndexes = useGradualRows(indexes, 5);
  if (unmatchedProducts.length === 0) return null;
  const proposals = indexes.flatMap((index) => {
    const dish = draft.suggestedDish(index);
    return dish ? [{ place: index, dish }] : [];
  });
  return (
    <Panel
      title={
        unmatchedProducts.length === 1
          ? 'Falta dizer o que é 1 produto'
          : `Falta dizer o que são ${formatCount(unmatchedProducts.length)} produtos`
      }
      hint="Fica guardado: no próximo relatório isto não é perguntado."
      tone="warning"
    >
      <ul className="stack list">
        {visibleIndexes.map((index) => (
          <UnmatchedName key={index} draft={draft} index={index} />
        ))}
      </ul>
      <div className="row wrap gap-8">
        {unmatchedProducts.length > limit && (
          <Button variant="default" onClick={() => setLimit(limit + PAGE_SIZE)}>
            Mostrar mais
          </Button>
        )}
        {proposals.length > 1 && (
          <Button
            variant="default"
            onClick={() => draft.answerProducts(proposals.map(({ place: index, dish }) => [index, dish.id] as const))}
          >
            Aceitar as {formatCount(proposals.length)} sugestões
          </Button>
        )}
        {unmatchedProducts.length > 1 && (
          <Button
            variant="default"
            onClick={() => draft.answerProducts(unmatchedProducts.map((index) => [index, null] as const))}
          >
            Nenhum destes {formatCount(unmatchedProducts.length)} é prato
          </Button>
        )}
      </div>
    </Panel>
  );
});

/** Focuses a field that appeared in place of the pressed button. */
const focusField = (field: HTMLSelectElement | null): void => field?.focus();

const UnmatchedName = observer(function UnmatchedName({ draft, index }: ReportNamesProps & { readonly index: number }) {
  const [isChoosing, setIsChoosing] = useState(false);
  const name = draft.contents?.products[index]?.name ?? '';
  const proposal = draft.suggestedDish(index);
  return (
    <li className={`${styles['name']} stack gap-8 pad-block-12`}>
      <span>
        <strong>{name}</strong>{' '}
        <span className={`${styles['note']} soft text-15`}>{soldText(draft.quantities[index] ?? 0)}</span>
      </span>
      <div className="row wrap gap-8">
        {proposal && !isChoosing && (
          <AnswerButton
            label={`É “${proposal.name}”`}
            name={`${name} é ${proposal.name}`}
            isProposal
            onPress={() => draft.answerProducts([[index, proposal.id]])}
          />
        )}
        {isChoosing ? (
          <NativeSelect
            aria-label={`Prato de ${name}`}
            ref={focusField}
            className={`${styles['choice']} shrinks`}
            value=""
            onChange={({ currentTarget: { value } }) => draft.answerProducts([[index, value]])}
            data={[
              { value: '', label: 'Escolha o prato' },
              ...draft.dishList.map(({ id, name: label }) => ({ value: id, label })),
            ]}
          />
        ) : (
          <AnswerButton
            label={proposal ? 'É outro' : 'Escolher o prato'}
            name={`Escolher o prato de ${name}`}
            onPress={() => setIsChoosing(true)}
          />
        )}
        <AnswerButton
          label="Não é um prato"
          name={`${name} não é um prato`}
          onPress={() => draft.answerProducts([[index, null]])}
        />
      </div>
    </li>
  );
});

/** The channel names in the file, each with a select. */
export const ChannelNames = observer(function ChannelNames({ draft }: ReportNamesProps) {
  const { channelTexts, channels } = draft;
  if (channelTexts.length === 0) return null;
  return (
    <Panel title="Canais do relatório" hint="Diga uma vez o que é cada um.">
      <div className="flex wrap at-top gap-16">
        {channelTexts.map((text) => {
          const id = draft.channelOf(text);
          return (
            <NativeSelect
              key={normalizeName(text)}
              className={`${styles['choice']} shrinks`}
              label={text === '' ? 'Sem canal' : text}
              error={id === undefined ? 'Diga que canal é este.' : undefined}
              value={id === undefined ? '' : (id ?? OUT)}
              onChange={({ currentTarget: { value } }) => value && draft.setChannel(text, value === OUT ? null : value)}
              data={[
                ...(id === undefined ? [{ value: '', label: 'Escolha o canal' }] : []),
                ...(channels.length === 0
                  ? [{ value: draft.mainChannel, label: 'Com todas as outras vendas' }]
                  : channels.map(({ id: value, name: label }) => ({ value, label }))),
                ...newChannel(text, channels),
                { value: OUT, label: 'Não trazer' },
              ]}
            />
          );
        })}
      </div>
    </Panel>
  );
});

/** The choice that adds a channel together with its sales. */
function newChannel(text: string, channels: ReportDraft['channels']): readonly { value: string; label: string }[] {
  const isThere = channels.some(({ name }) => normalizeName(name) === normalizeName(text));
  const reading = readChannelName(text);
  if (isThere || !reading.ok) return [];
  return [{ value: `${NEW_CHANNEL_PREFIX}${reading.name}`, label: `Criar o canal “${reading.name}”` }];
}

/** The answered names that differ from the dish's name. */
export const MatchedNames = observer(function MatchedNames({ draft }: ReportNamesProps) {
  const [limit, setLimit] = useState(PAGE_SIZE);
  const matchedProducts = draft.matches.flatMap((match, index): { index: number; answer: ReactNode }[] => {
    if (match.kind === 'out') return [{ index, answer: 'fica de fora' }];
    return match.kind === 'dish' && !match.isExact ? [{ index, answer: <>é “{match.dish.name}”</> }] : [];
  });
  if (matchedProducts.length === 0) return null;
  return (
    <Disclosure
      label={
        matchedProducts.length === 1
          ? '1 produto que você explicou'
          : `${formatCount(matchedProducts.length)} produtos que você explicou`
      }
      isNeeded={false}
      isRenderedOnOpen
    >
      <ul className="stack list">
        {matchedProducts.slice(0, limit).map(({ index, answer }) => {
          const name = draft.contents?.products[index]?.name ?? '';
          return (
            <li key={index} className={`${styles['known']} row between gap-16`}>
              <span>
                <strong>{name}</strong> {answer}
              </span>
              <Button variant="default" onClick={() => draft.reopen(index)} aria-label={`Mudar o que é ${name}`}>
                Mudar
              </Button>
            </li>
          );
        })}
      </ul>
      {matchedProducts.length > limit && (
        <Button variant="default" onClick={() => setLimit(limit + PAGE_SIZE)}>
          Mostrar mais
        </Button>
      )}
    </Disclosure>
  );
});
