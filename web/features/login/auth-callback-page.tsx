import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { useSession } from '#web/stores/root-store.tsx';
import { PageSpinner } from '#web/ui/spinner.tsx';
import { useTitle } from '#web/ui/page-title.tsx';

/** The redirect target of the identity provider: continues to the dashboard, or to the start after a failure. */
export function AuthCallbackPage() {
  useTitle('Entrando');
  const session = useSession();
  const [, navigate] = useLocation();
  useEffect(() => {
    session.exchangeCodeForSessionToken().then(
      (path) => navigate(path, { replace: true }),
      () => navigate('/', { replace: true }),
    );
  }, [session, navigate]);
  return <PageSpinner label="Entrando..." />;
}
