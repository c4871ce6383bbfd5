import { renderToStaticMarkup } from 'react-dom/server';
import { PageSpinner } from '#web/ui/spinner.tsx';

/** The HTML that dashboard.html shows until its scripts are loaded. */
export const dashboardHtml = (): string =>
  renderToStaticMarkup(
    <div data-waiting>
      <PageSpinner label="Carregando dashboard..." />
    </div>,
  );

/** The place for the figures of the last visit: web/show-snapshot.ts. */
export const snapshotHtml = (): string =>
  renderToStaticMarkup(
    <div id="snapshot" hidden inert aria-hidden="true">
      <p className="snapshot-note on-surface edge rounded-full pad-block-8 pad-inline-16 soft text-15">
        Números da última visita. Atualizando...
      </p>
    </div>,
  );
