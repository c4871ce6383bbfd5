import { DEFAULT_CHANNEL_NAME } from '#domain/business/sales/fields.ts';
import { Button } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { readChannelName, normalizeName } from '#domain/names.ts';
import type { SingleCommand } from '#domain/business/commands.ts';
import type { Channel } from '#domain/business/state.ts';
import { newId } from '#web/stores/business/entity-id.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { Problem } from '#web/ui/note.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { announceChange } from '../entry/announce-change.ts';
import { EntryForm, type Values, fieldProps } from '../entry/entry-form.ts';
import { textField } from '../entry/field.ts';
import { ExplainedTerm } from '../glossary/explained-term.tsx';
import { channelsOf } from '../fields/channels-of.ts';
import styles from './channels.module.css';

const fields = {
  first: textField('first', 'Canal principal', readChannelName),
  second: textField('second', 'Outro canal', readChannelName),
};

/** The form for the names of the first two channels, which stands inside another form. */
export const FirstChannels = observer(function FirstChannels({ onCancel }: { readonly onCancel?: () => void }) {
  const { business } = useStores();
  const [existingChannel] = channelsOf(business);
  const [form] = useState(
    () => new EntryForm(fields, { first: existingChannel?.name ?? DEFAULT_CHANNEL_NAME, second: 'App' }),
  );
  useEffect(() => form.focus('first'), [form]);
  function createChannels(): void {
    const names = form.read();
    if (!names) return;
    if (normalizeName(names.first) === normalizeName(names.second)) {
      form.showFailure({ sentence: '', fields: { second: 'Dê a cada canal um nome.' } });
      form.focus('second');
      return;
    }
    const issued = business.issue({ type: 'ApplyChangeSet', commands: creationCommands(existingChannel, names) });
    if (issued.refused) {
      form.showFailure(issued.refused);
      return;
    }
    void announceChange({
      issued,
      text: `Canais cadastrados: ${names.first} e ${names.second}`,
      failureNote: 'Nenhum canal foi cadastrado.',
    });
  }
  /** Enter and Escape act on these names and not on the form around them. */
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    if (event.key === 'Enter' && event.target instanceof HTMLButtonElement) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') createChannels();
    else onCancel?.();
  };
  return (
    // Key events of the fields bubble up to the group; it takes no focus itself.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="group"
      aria-label="Canais de venda"
      className="stack wide gap-12 pad-block-16 pad-inline-16 edge rounded-small on-surface"
      onKeyDown={handleKey}
    >
      <p className="soft text-15">
        Diga por onde você vende. O principal é o do preço de venda, e os indicadores são dele.{' '}
        <ExplainedTerm term="channel" name="Canal de venda" />
      </p>
      <div className={`${styles['names']} stack at-top gap-12`}>
        <TextField label="Canal principal" {...fieldProps(form, 'first')} />
        <TextField label="Outro canal" {...fieldProps(form, 'second')} />
      </div>
      <Problem text={form.problem} className="tomato text-15" />
      <div className="flex wrap gap-8">
        <Button variant="default" onClick={createChannels}>
          Criar os dois canais
        </Button>
        {onCancel && (
          <Button variant="subtle" color="gray" onClick={onCancel}>
            Agora não
          </Button>
        )}
      </div>
    </div>
  );
});

/** @param existingChannel the existing channel, which is the main one */
const creationCommands = (
  existingChannel: Channel | undefined,
  { first, second }: Values<typeof fields>,
): readonly SingleCommand[] => [
  existingChannel
    ? { type: 'ChangeChannel', id: existingChannel.id, name: first }
    : { type: 'AddChannel', id: newId(), name: first },
  { type: 'AddChannel', id: newId(), name: second },
];
