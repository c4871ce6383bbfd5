import { channelFields } from '#domain/business/channel/fields.ts';
import { type FieldWithInput, tableInputFields } from '../entry/field-with-input.tsx';
import type { EntryDefinition } from '../entry/entry-definition.ts';
import { Check } from 'lucide-react';
import { Pill } from '#web/ui/pill.tsx';
import { Problem } from '#web/ui/note.tsx';
import styles from './channels.module.css';

interface MainPillProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly error: string | undefined;
}

/** A button that makes a channel the main one and explains the effect. */
const MainPill = ({ isOn, onChange, error }: MainPillProps) => (
  <div className="stack from-left whole-row shrinks gap-6">
    <Pill isOn={isOn} onClick={() => onChange(!isOn)}>
      <span className={`${styles['pill']} inline-row gap-6 breaks`}>
        {isOn && <Check size={16} aria-hidden />}
        Canal principal
      </span>
    </Pill>
    <p className="soft text-15">
      Os indicadores são os do canal principal. Trocar de principal não muda o preço de nenhum prato em canal nenhum.
    </p>
    <Problem text={error} className="tomato text-15" />
  </div>
);

const MAIN = 'principal';

/** The field that makes an existing channel the main one; a new channel can be made the main one afterwards. */
const isMain: FieldWithInput<boolean> = {
  apiName: 'is_main',
  label: 'Canal principal',
  isOptional: true,
  toInputText: (value) => (value ? MAIN : ''),
  toSentenceText: (value) => (value ? 'o principal' : 'não é o principal'),
  read: (text) => ({ ok: true, value: text === MAIN }),
  render: ({ form, key, isNew }) =>
    isNew ? null : (
      <MainPill
        isOn={form.texts[key] === MAIN}
        onChange={(isOn) => form.type(key, isOn ? MAIN : '')}
        error={form.errors[key]}
      />
    ),
};

/** The entry form of a channel. */
export const channelEntry: EntryDefinition<'Channel'> = {
  entity: 'Channel',
  inputs: {
    ...tableInputFields(channelFields),
    isMain,
  },
  firstFocusedField: 'name',
  rows: (state) => state.channels,
  newTitle: 'Novo canal',
  removedText: 'Canal excluído',
  addedText: ({ name }) => `Canal adicionado: ${name}.`,
  duplicateHint: ({ name }) => `“${name}” já está na lista.`,
  suggestions: { label: 'Canais comuns', names: ['iFood', 'WhatsApp', 'Salão', 'Retirada'] },
};
