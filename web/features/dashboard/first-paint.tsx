import { renderToStaticMarkup } from 'react-dom/server';
import { PageSpinner } from '#web/ui/spinner.tsx';

/** The HTML that dashboard.html shows until its scripts are loaded. */
export const dashboardHtml = (): string =>
  renderToStaticMarkup(
    <div data-waiting>
      <PageSpinner label="Carregando dashboard..." />
    </div>,
  );
