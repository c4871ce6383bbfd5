import { Button, NativeSelect } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useState } from 'react';
import { readChannelName } from '#domain/names.ts';
import { count } from '#domain/format.ts';
import { Panel } from '#web/ui/panel.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { NEW_CHANNEL_PREFIX } from '../fields/new-channels.ts';
import { plainName } from '../entry/equal-name.ts';
import { useGradualRows } from '../entry/use-gradual-rows.ts';
import type { ReportDraft } from './report-draft.ts';
import { Answer } from './report-questions.tsx';
import { soldText } from './report-sentences.ts';
import styles from './sales-report.module.css';
import '#web/ui/mantine-fields.ts';

interface ReportNamesProps {
  readonly draft: ReportDraft;
}

/** The number of names shown at first: a file may have thousands. */
const AT_ONCE = 10;
const OUT = 'out';

/** Product names whose dish is unknown. */
export const OpenNames = observer(function OpenNames({ draft }: ReportNamesProps) {
  const { open } = draft;
  const [shown, setShown] = useState(AT_ONCE);
  const places = open.slice(0, shown);
  const drawn = useGradualRows(places, 5);
  if (open.length === 0) return null;
  const proposals = places.flatMap((place) => {
    const dish = draft.proposalFor(place);
    return dish ? [{ place, dish }] : [];
  });
  return (
    <Panel
      title={
        open.length === 1 ? 'Falta dizer o que é 1 produto' : `Falta dizer o que são ${count(open.length)} produtos`
      }
      hint="Fica guardado: no próximo relatório isto não é perguntado."
      tone="warning"
    >
      <ul className="stack list">
        {drawn.map((place) => (
          <OpenName key={place} draft={draft} place={place} />
        ))}
      </ul>
      <div className="row wrap gap-8">
        {open.length > shown && (
          <Button variant="default" onClick={() => setShown(shown + AT_ONCE)}>
            Mostrar mais
          </Button>
        )}
        {proposals.length > 1 && (
          <Button
            variant="default"
            onClick={() => draft.say(proposals.map(({ place, dish }) => [place, dish.id] as const))}
          >
            Aceitar as {count(proposals.length)} sugestões
          </Button>
        )}
        {open.length > 1 && (
          <Button variant="default" onClick={() => draft.say(open.map((place) => [place, null] as const))}>
            Nenhum destes {count(open.length)} é prato
          </Button>
        )}
      </div>
    </Panel>
  );
});

/** Focuses a field that appeared in place of the pressed button. */
const focusField = (field: HTMLSelectElement | null): void => field?.focus();

const OpenName = observer(function OpenName({ draft, place }: ReportNamesProps & { readonly place: number }) {
  const [isChoosing, setIsChoosing] = useState(false);
  const name = draft.understood?.products[place]?.name ?? '';
  const proposal = draft.proposalFor(place);
  return (
    <li className={`${styles['name']} stack gap-8 pad-block-12`}>
      <span>
        <strong>{name}</strong>{' '}
        <span className={`${styles['note']} soft text-15`}>{soldText(draft.quantities[place] ?? 0)}</span>
      </span>
      <div className="row wrap gap-8">
        {proposal && !isChoosing && (
          <Answer
            label={`É “${proposal.name}”`}
            name={`${name} é ${proposal.name}`}
            isProposal
            onGive={() => draft.say([[place, proposal.id]])}
          />
        )}
        {isChoosing ? (
          <NativeSelect
            aria-label={`Prato de ${name}`}
            ref={focusField}
            className={`${styles['choice']} shrinks`}
            value=""
            onChange={({ currentTarget: { value } }) => draft.say([[place, value]])}
            data={[
              { value: '', label: 'Escolha o prato' },
              ...draft.dishList.map(({ id, name: label }) => ({ value: id, label })),
            ]}
          />
        ) : (
          <Answer
            label={proposal ? 'É outro' : 'Escolher o prato'}
            name={`Escolher o prato de ${name}`}
            onGive={() => setIsChoosing(true)}
          />
        )}
        <Answer label="Não é um prato" name={`${name} não é um prato`} onGive={() => draft.say([[place, null]])} />
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
              key={plainName(text)}
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

/** A new channel is added together with its sales. */
function newChannel(text: string, channels: ReportDraft['channels']): readonly { value: string; label: string }[] {
  const isThere = channels.some(({ name }) => plainName(name) === plainName(text));
  const reading = readChannelName(text);
  if (isThere || !reading.ok) return [];
  return [{ value: `${NEW_CHANNEL_PREFIX}${reading.name}`, label: `Criar o canal “${reading.name}”` }];
}

/** Answered names that differ from the dish's name. */
export const AnsweredNames = observer(function AnsweredNames({ draft }: ReportNamesProps) {
  const [shown, setShown] = useState(AT_ONCE);
  const known = draft.matches.flatMap((match, place): { place: number; said: ReactNode }[] => {
    if (match.kind === 'out') return [{ place, said: 'fica de fora' }];
    return match.kind === 'dish' && !match.isExact ? [{ place, said: <>é “{match.dish.name}”</> }] : [];
  });
  if (known.length === 0) return null;
  return (
    <Disclosure
      label={known.length === 1 ? '1 produto que você explicou' : `${count(known.length)} produtos que você explicou`}
      isNeeded={false}
      isRenderedOnOpen
    >
      <ul className="stack list">
        {known.slice(0, shown).map(({ place, said }) => {
          const name = draft.understood?.products[place]?.name ?? '';
          return (
            <li key={place} className={`${styles['known']} row between gap-16`}>
              <span>
                <strong>{name}</strong> {said}
              </span>
              <Button variant="default" onClick={() => draft.reopen(place)} aria-label={`Mudar o que é ${name}`}>
                Mudar
              </Button>
            </li>
          );
        })}
      </ul>
      {known.length > shown && (
        <Button variant="default" onClick={() => setShown(shown + AT_ONCE)}>
          Mostrar mais
        </Button>
      )}
    </Disclosure>
  );
});
