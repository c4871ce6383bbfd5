import { observer } from 'mobx-react-lite';
import { useSession } from '#web/stores/root-store.tsx';
import type { LocalMarkers } from '#web/stores/local-markers.ts';
import { useSite } from '#web/stores/site.tsx';
import { ActionLink } from '#web/ui/action.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { SignInButton } from '../login/sign-in-button.tsx';
import { SessionNote } from '../session/session-note.tsx';
import styles from './landing-page.module.css';

const LOADING = <Spinner label="Carregando..." />;

// Most visitors of the first page have no account, so the code for known people is loaded on demand.
const SignedIn = onDemand(async () => (await import('./signed-in-block.tsx')).SignedInBlock, LOADING);

/**
 * The next step for the visitor, by their session. While the session is unknown, the visitor's own block is rendered
 * invisibly to reserve the space, because its height depends on font and width.
 */
export const ActionBlock = observer(function ActionBlock({ markers }: { readonly markers: LocalMarkers }) {
  const { isPending, user, signInFailure } = useSession();
  return (
    <div className={`${styles['block']} stack from-left gap-16`}>
      {signInFailure !== undefined && <SignInFailed sentence={signInFailure} />}
      {isPending ? <PendingSession /> : user === null ? <Visitor /> : <SignedIn user={user} markers={markers} />}
      <SessionNote markers={markers} />
    </div>
  );
});

/** The notice after an unsuccessful sign-in. */
const SignInFailed = ({ sentence }: { readonly sentence: string }) => (
  <div
    className={`${styles['message']} stack from-left wide gap-12 pad-block-12 pad-inline-16 rounded-small on-honey-tint`}
    role="alert"
  >
    <p>{sentence}</p>
    <SignInButton tone="quiet">Tentar de novo</SignInButton>
  </div>
);

function PendingSession() {
  return (
    <div className={`${styles['undecided']} stack at-bottom`}>
      <div className={`${styles['unseen']} stack from-left gap-16`} aria-hidden inert>
        <Visitor />
      </div>
      {LOADING}
    </div>
  );
}

const Visitor = observer(function Visitor() {
  const { shortPrice } = useSite();
  const { hasExpired, signInFailure } = useSession();
  return (
    <>
      {hasExpired && signInFailure === undefined && (
        <p className={`${styles['message']} wide pad-block-12 pad-inline-16 rounded-small on-honey-tint`} role="alert">
          Você precisa fazer login primeiro
        </p>
      )}
      <ActionLink to="/payment/direct">Quero meu acesso por {shortPrice} via Pix</ActionLink>
      <div className="flex wrap gap-12 across-20">
        <ActionLink tone="quiet" to="/login">
          Fazer Login
        </ActionLink>
        <ActionLink tone="plain" to="/dashboard">
          Ver uma demonstração
        </ActionLink>
      </div>
    </>
  );
});
