import { Panel } from '#web/ui/panel.tsx';
import { day } from '#web/ui/instants.ts';
import { actSentence } from './act-sentence.ts';
import { AccessLabel } from './access-label.tsx';
import { useAct } from './acting.ts';
import { OutcomeNote } from './outcome-note.tsx';
import styles from './parts.module.css';
import type { PersonDetails, PersonPartProps } from './person-parts.ts';
import { Reasoned } from './reasoned.tsx';

/** Whether the person may use the product, where that comes from, and its end. */
export function PersonAccess({ of: { user, grants }, api, onChanged }: PersonPartProps) {
  const { isBusy, outcome, act } = useAct();
  const { access_granted: hasAccess, guest: isGuest, is_admin: isAdmin } = user;
  const isWaiting = grants.some(({ waiting }) => waiting);
  async function revoke(reason: string): Promise<boolean> {
    const done = await act(async () => {
      const { message } = await api.call('revokeAccess', { params: { id: user.id }, body: { reason } });
      return message;
    });
    if (done) await onChanged();
    return done;
  }
  const facts = [
    `cadastro em ${day(user.created_at)}`,
    isGuest ? 'sem conta, e-mail só digitado' : '',
    isAdmin ? 'administra o Prumo' : '',
  ].filter((fact) => fact !== '');
  return (
    <Panel title="Acesso" aside={<AccessLabel granted={hasAccess} />}>
      <div className={`${styles['words']} stack shrinks breaks`}>
        <span className={`${styles['name']} weight-560`}>{user.email ?? 'Sem e-mail'}</span>
        <span className={`${styles['faint']} faint text-15`}>{facts.join(' · ')}</span>
      </div>
      {grants.length > 0 && (
        <ul className={`${styles['list']} stack one-column list`} aria-label="Acesso concedido">
          {grants.map((grant) => (
            <GrantLine key={grant.id} of={grant} />
          ))}
        </ul>
      )}
      {(hasAccess || isWaiting) && (
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

type Grant = PersonDetails['grants'][number];

/** Who gave it and when, and how it ended. */
function GrantLine({ of: { waiting, revoked, given, ended } }: { readonly of: Grant }) {
  return (
    <li className={`${styles['words']} stack shrinks pad-block-8 breaks`}>
      <span>{given ? actSentence(given, 'concedeu acesso') : 'Acesso concedido.'}</span>
      {waiting && (
        <span className={`${styles['faint']} faint text-15`}>Vale assim que esta pessoa entrar com o Google.</span>
      )}
      {revoked && <span className={styles['problem']}>{ended ? actSentence(ended, 'revogou') : 'Revogado.'}</span>}
    </li>
  );
}
