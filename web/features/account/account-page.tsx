import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { Link, Redirect } from 'wouter';
import { browserAccountClient } from '#web/api/account-client.ts';
import { useSession } from '#web/stores/root-store.tsx';
import { DataLoader } from '#web/stores/data-loader.ts';
import { rememberScheme } from '#web/ui/colour-scheme.ts';
import { PageBar } from '#web/ui/page-bar.tsx';
import { PageSpinner } from '#web/ui/spinner.tsx';
import { PageTitle, useTitle } from '#web/ui/page-title.tsx';
import { PlainPage } from '#web/ui/plain-page.tsx';
import { HomeLink } from '#web/ui/wordmark.tsx';
import { UnknownSessionPage } from '../session/unknown-session-page.tsx';
import { storedPayment } from '../payment/stored-payment.ts';
import { InfoLinks } from '../site/site-footer.tsx';
import { Access } from './access.tsx';
import styles from './account.module.css';
import { Businesses } from './businesses.tsx';
import { Download } from './download.tsx';
import { Erasure } from './erasure.tsx';
import { Identity } from './identity.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { RedeemForm } from './redeem-form.tsx';

/** /account: the person, the access, the download and the erasure of their data. */
export const AccountPage = observer(function AccountPage() {
  useTitle('Minha conta');
  const session = useSession();
  const [api] = useState(browserAccountClient);
  const [businesses] = useState(
    () => new DataLoader(() => session.whileSignedIn(() => api.call('listBusinesses', {}))),
  );
  const [sessions] = useState(() => new DataLoader(() => session.whileSignedIn(() => api.call('listSessions', {}))));
  const [isErased, setIsErased] = useState(false);
  const hasUser = session.user !== null;
  // A guest exists in one browser only and has no other way back into it.
  const hasAccount = hasUser && !session.isGuest;
  useEffect(() => {
    if (hasUser) void businesses.load();
  }, [businesses, hasUser]);
  useEffect(() => {
    if (hasAccount) void sessions.load();
  }, [sessions, hasAccount]);

  if (isErased) return <ErasedAccount />;
  if (session.user === null) {
    if (session.isPending) return <PageSpinner label="Carregando..." />;
    if (session.isUnknown) return <UnknownSessionPage title="Erro ao carregar a sua conta" />;
    return <Redirect to={session.hasEnded ? '/' : '/login'} replace state={{ returnTo: '/account' }} />;
  }
  const { user } = session;
  async function reloadAccount() {
    await session.fetchUser();
    await businesses.load();
  }
  return (
    <div className={`${styles['page']} to-centre`}>
      <PageBar>
        <HomeLink />
      </PageBar>
      <main className={`${styles['main']} stack gap-16`}>
        <PageTitle className={`${styles['title']} weight-660 tight`}>Minha conta</PageTitle>
        <Identity user={user} />
        <Access user={user} api={api} />
        {!user.guest && <RedeemForm api={api} onRedeemed={reloadAccount} />}
        <Businesses list={businesses} api={api} />
        {hasAccount && <OwnSessions list={sessions} api={api} />}
        <Download api={api} />
        <Erasure
          api={api}
          onErased={() => {
            setIsErased(true);
            void session.forgetPerson();
            storedPayment.clear();
            rememberScheme();
          }}
        />
      </main>
      <footer className={styles['foot']}>
        <InfoLinks />
      </footer>
    </div>
  );
});

const ErasedAccount = () => (
  <PlainPage title="Seus dados foram excluídos">
    <p>A conta, os negócios e tudo o que era seu saiu do Prumo. Se um dia quiser recomeçar, é só comprar de novo.</p>
    <Link to="/">Voltar ao início</Link>
  </PlainPage>
);
