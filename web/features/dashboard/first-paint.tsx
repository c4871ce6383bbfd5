import { renderToStaticMarkup } from 'react-dom/server';
import { PageSpinner } from '#web/ui/spinner.tsx';

/** What dashboard.html shows until its scripts have come. */
export const waitingHtml = (): string =>
  renderToStaticMarkup(
    <div data-waiting>
      <PageSpinner label="Carregando dashboard..." />
    </div>,
  );
