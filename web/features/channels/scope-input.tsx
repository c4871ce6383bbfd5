import { Button } from '@mantine/core';
import { Check } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import { useStores } from '#web/stores/root-store.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Pill, Pills } from '#web/ui/pill.tsx';
import { Problem } from '#web/ui/note.tsx';
import { channelsOf } from '../fields/channels-of.ts';
import styles from './channels.module.css';

const FirstChannels = onDemand(async () => (await import('./first-channels.tsx')).FirstChannels);

interface ScopeInputProps {
  readonly label: string;
  /** Tells whether the form is offered for the first two channels while there are fewer. */
  readonly canAddChannels: boolean;
  /** The ids of channels; empty for all. */
  readonly channelIds: readonly string[];
  readonly onChoose: (ids: readonly string[]) => void;
  readonly error: string | undefined;
}

/** The channels of a scope: all, or the selected ones. */
export const ScopeInput = observer(function ScopeInput(props: ScopeInputProps) {
  const { label, canAddChannels, channelIds, onChoose, error } = props;
  const { business } = useStores();
  const [isFormOpen, setIsFormOpen] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  const channels = channelsOf(business);
  const canChoose = channels.length > 1;
  useEffect(() => {
    if (!canChoose || !isFormOpen) return;
    setIsFormOpen(false);
    container.current?.querySelector('button')?.focus();
  }, [canChoose, isFormOpen]);
  // An empty list may also be a list that is not loaded.
  if (!canChoose && (!canAddChannels || business.data('channels').kind !== 'known')) return null;
  if (!canChoose && !isFormOpen)
    return (
      <div className="stack from-left whole-row shrinks gap-6">
        <Button variant="subtle" className={styles['invitation'] ?? ''} onClick={() => setIsFormOpen(true)}>
          Só em um canal?
        </Button>
      </div>
    );
  if (!canChoose)
    return (
      <div className="stack from-left whole-row shrinks gap-6">
        <FirstChannels onCancel={() => setIsFormOpen(false)} />
      </div>
    );
  const toggle = (id: string) => {
    const isSelected = (channelId: string) => (channelId === id) !== channelIds.includes(channelId);
    const nextIds = channels.map((channel) => channel.id).filter(isSelected);
    // Selecting every channel means all channels, including future ones.
    onChoose(nextIds.length === channels.length ? [] : nextIds);
  };
  return (
    <div ref={container} className="stack from-left whole-row shrinks gap-6">
      <span className="weight-540" aria-hidden="true">
        {label}
      </span>
      <Pills label={label}>
        <ScopePill isOn={channelIds.length === 0} onClick={() => onChoose([])}>
          Em todos
        </ScopePill>
        {channels.map(({ id, name }) => (
          <ScopePill key={id} isOn={channelIds.includes(id)} onClick={() => toggle(id)}>
            {name}
          </ScopePill>
        ))}
      </Pills>
      <Problem text={error} className="tomato text-15" />
    </div>
  );
});

interface ScopePillProps {
  readonly isOn: boolean;
  readonly onClick: () => void;
  readonly children: string;
}

const ScopePill = ({ isOn, onClick, children }: ScopePillProps) => (
  <Pill isOn={isOn} onClick={onClick}>
    <span className={`${styles['pill']} inline-row gap-6 breaks`}>
      {isOn && <Check size={16} aria-hidden />}
      {children}
    </span>
  </Pill>
);
