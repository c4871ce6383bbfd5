import { ActionLink } from '#web/ui/action.tsx';
import { PlainPage } from '#web/ui/plain-page.tsx';
import { useTitle } from '#web/ui/page-title.tsx';

/** The page of an unknown address, with links to known ones. */
export function NotFoundPage() {
  useTitle('Página não encontrada');
  return (
    <PlainPage title="Esta página não existe">
      <p>
        O endereço pode ter sido digitado com algum erro, ou a página mudou de lugar. Seus dados estão no lugar de
        sempre.
      </p>
      <ActionLink to="/dashboard">Ir para o painel</ActionLink>
      <ActionLink to="/" tone="quiet">
        Voltar ao início
      </ActionLink>
    </PlainPage>
  );
}
