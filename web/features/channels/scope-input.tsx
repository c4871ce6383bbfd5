import { Button } from '@mantine/core';
import { Check } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import { useStores } from '#web/stores/root-store.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Pill, Pills } from '#web/ui/pill.tsx';
import { channelsOf } from '../fields/channels-of.ts';
import styles from './scope-input.module.css';

const FirstChannels = onDemand(async () => (await import('./first-channels.tsx')).FirstChannels);

interface ScopeInputProps {
  readonly label: string;
  /** Whether to offer the form for the first two channels while there are fewer. */
  readonly invites: boolean;
  /** Ids of channels; empty for all. */
  readonly chosen: readonly string[];
  readonly onChoose: (ids: readonly string[]) => void;
  readonly error: string | undefined;
}

/** The channels of a scope: all, or the selected ones. */
export const ScopeInput = observer(function ScopeInput(props: ScopeInputProps) {
  const { label, invites, chosen, onChoose, error } = props;
  const { business } = useStores();
  const [isBeginning, setBeginning] = useState(false);
  const part = useRef<HTMLDivElement>(null);
  const channels = channelsOf(business);
  const canChoose = channels.length > 1;
  useEffect(() => {
    if (!canChoose || !isBeginning) return;
    setBeginning(false);
    part.current?.querySelector('button')?.focus();
  }, [canChoose, isBeginning]);
  // An empty list may also be a list that is not loaded.
  if (!canChoose && (!invites || business.data('channels').kind !== 'known')) return null;
  if (!canChoose && !isBeginning)
    return (
      <div className="stack from-left whole-row shrinks gap-6">
        <Button variant="subtle" className={styles['invitation'] ?? ''} onClick={() => setBeginning(true)}>
          Só em um canal?
        </Button>
      </div>
    );
  if (!canChoose)
    return (
      <div className="stack from-left whole-row shrinks gap-6">
        <FirstChannels onCancel={() => setBeginning(false)} />
      </div>
    );
  const toggle = (id: string) => {
    const isIn = (each: string) => (each === id) !== chosen.includes(each);
    const next = channels.map((channel) => channel.id).filter(isIn);
    // Selecting every channel means all channels, including future ones.
    onChoose(next.length === channels.length ? [] : next);
  };
  return (
    <div ref={part} className="stack from-left whole-row shrinks gap-6">
      <span className="weight-540" aria-hidden="true">
        {label}
      </span>
      <Pills label={label}>
        <ScopePill isOn={chosen.length === 0} onClick={() => onChoose([])}>
          Em todos
        </ScopePill>
        {channels.map(({ id, name }) => (
          <ScopePill key={id} isOn={chosen.includes(id)} onClick={() => toggle(id)}>
            {name}
          </ScopePill>
        ))}
      </Pills>
      {error !== undefined && (
        <p role="alert" className="tomato text-15">
          {error}
        </p>
      )}
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
