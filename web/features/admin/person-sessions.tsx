import { ActionButton } from '#web/ui/action.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { dayAndTime } from '#web/ui/instants.ts';
import { useAct } from './acting.ts';
import { OutcomeNote } from './outcome-note.tsx';
import styles from './parts.module.css';
import type { PersonPartProps } from './person-parts.ts';

/** Where the person is signed in, and the end of all of it. */
export function PersonSessions({ of: { user, sessions }, api, onChanged }: PersonPartProps) {
  const { isBusy, outcome, act } = useAct();
  async function end(): Promise<void> {
    const done = await act(async () => {
      await api.call('endSessions', { params: { id: user.id } });
      return 'Sessões encerradas.';
    });
    if (done) await onChanged();
  }
  return (
    <Panel title="Sessões abertas" hint="Navegadores em que esta pessoa está dentro agora.">
      {sessions.length === 0 && <p className="soft">Nenhuma sessão aberta.</p>}
      {sessions.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and nothing in it takes the focus
        <div className={styles['scroll']} role="region" aria-label="Lista de sessões" tabIndex={0}>
          <ul className={`${styles['list']} stack one-column list`}>
            {sessions.map(({ created_at: begun, last_seen_at: seen }, place) => (
              <li key={`${begun} ${place}`} className={`${styles['item']} stack at-middle`}>
                <div className={`${styles['words']} stack shrinks breaks`}>
                  <span>Usada em {dayAndTime(seen)}</span>
                  <span className={`${styles['faint']} faint text-15`}>aberta em {dayAndTime(begun)}</span>
                </div>
              </li>
            ))}
          </ul>
        </div>
      )}
      {sessions.length > 0 && (
        <div>
          <ActionButton tone="quiet" busy={isBusy} busyLabel="Encerrando…" onClick={() => void end()}>
            Encerrar todas
          </ActionButton>
        </div>
      )}
      <OutcomeNote of={outcome} />
    </Panel>
  );
}
