import { read } from '@e965/xlsx';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { DownloadAll } from '#web/features/export/download-button.tsx';
import { workbookWriter } from '#web/features/export/workbook-writer.ts';
import { createFakeServer, idOf, pizzeriaServer } from './support/fake-server.ts';
import { page, showTab } from './support/screen-under-test.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** Records the files that the browser is told to save. */
function savedFiles(): readonly { readonly name: string; readonly file: Blob }[] {
  const saved: { name: string; file: Blob }[] = [];
  let last = new Blob();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    last = file as Blob;
    return 'blob:prumo';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download, file: last });
  });
  return saved;
}

test('“Baixar tudo” saves the whole business, with all sales, as one workbook', async () => {
  const server = pizzeriaServer();
  const dish = idOf('Pizza Muçarela');
  for (const month of ['2021-01', '2026-02'])
    server.changeRemotely({
      type: 'RecordSales',
      month,
      channelId: 'main',
      newChannelId: idOf('Balcão'),
      rows: [{ dishId: dish, quantity: 7, revenue: null }],
    });
  const saved = savedFiles();
  const { user } = await showTab(<DownloadAll writer={workbookWriter} />, server);
  await user.click(screen.getByRole('button', { name: 'Baixar tudo' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  const [{ name, file } = { name: '', file: new Blob() }] = saved;
  expect(name).toMatch(/^prumo-tudo-\d{4}-\d{2}-\d{2}\.xlsx$/);
  const { Sheets } = read(new Uint8Array(await file.arrayBuffer()), { type: 'array' });
  expect([Sheets['Vendas']?.['A2']?.v, Sheets['Vendas']?.['A3']?.v]).toEqual(['2021-01', '2026-02']);
  expect(Sheets['Vendas']?.['D2']?.v).toBe('Pizza Muçarela');
  expect(Sheets['Pratos']?.['A2']?.v).toBe([...server.state().dishes.values()][0]?.name);
});

test('“Baixar tudo” says when the sales cannot be read, and can be tried again', async () => {
  const server = createFakeServer([{ type: 'AddChannel', id: idOf('Balcão'), name: 'Balcão' }]);
  const saved = savedFiles();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { user } = await showTab(<DownloadAll writer={workbookWriter} />, server);
  server.failNext('listSales', 'no answer');
  await user.click(screen.getByRole('button', { name: 'Baixar tudo' }));
  await waitFor(() => expect(page()).toContain('Não deu para baixar agora.'));
  expect(saved).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Baixar tudo' }));
  await waitFor(() => expect(saved).toHaveLength(1));
});
