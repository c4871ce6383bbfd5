import { Panel } from '#web/ui/panel.tsx';
import { day } from '../payment/instants.ts';
import { AccessLabel } from './access-label.tsx';
import { useAct } from './acting.ts';
import { OutcomeNote } from './outcome-note.tsx';
import styles from './parts.module.css';
import type { PersonPartProps } from './person-parts.ts';
import { Reasoned } from './reasoned.tsx';

/** Whether the person may use the product, where that comes from, and its end. */
export function PersonAccess({ of: { user, grants }, api, onChanged }: PersonPartProps) {
  const { isBusy, outcome, act } = useAct();
  const { access_granted: hasAccess, guest: isGuest, is_admin: isAdmin } = user;
  const given = grants.filter(({ revoked }) => !revoked).length;
  async function revoke(reason: string): Promise<boolean> {
    const done = await act(async () => {
      const { message } = await api.call('revokeAccess', { params: { id: user.id }, body: { reason } });
      return message;
    });
    if (done) await onChanged();
    return done;
  }
  const facts = [
    `desde ${day(user.created_at)}`,
    isGuest ? 'sem conta, e-mail só digitado' : '',
    isAdmin ? 'administra o Prumo' : '',
    given === 0 ? '' : given === 1 ? 'uma concessão' : `${given} concessões`,
  ].filter((fact) => fact !== '');
  return (
    <Panel title="Acesso" aside={<AccessLabel granted={hasAccess} />}>
      <div className={styles['words']}>
        <span className={styles['name']}>{user.email ?? 'Sem e-mail'}</span>
        <span className={styles['faint']}>{facts.join(' · ')}</span>
      </div>
      {hasAccess && (
        <Reasoned
          begin="Revogar acesso"
          consequence="Tira todo o acesso, pago ou concedido. Os dados da pessoa ficam guardados, e nada é devolvido."
          label="Motivo da revogação"
          submit="Revogar acesso"
          busy={isBusy}
          busyLabel="Revogando…"
          onSubmit={revoke}
        />
      )}
      <OutcomeNote of={outcome} />
    </Panel>
  );
}
