import { Button } from '@mantine/core';
import { Download } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useStores } from '#web/stores/root-store.tsx';
import type { TableName } from './tables.ts';

interface DownloadButtonProps {
  readonly table: TableName;
  readonly label?: string;
}

/** A list as a file for a spreadsheet. There is none of what is not known. */
export const DownloadButton = observer(function DownloadButton({
  table,
  label = 'Baixar planilha',
}: DownloadButtonProps) {
  const { business } = useStores();
  if (business.whole.kind !== 'known') return null;
  const download = async () => (await import('./download-sheet.ts')).downloadSheet(table, business);
  return (
    <Button
      variant="subtle"
      color="gray"
      leftSection={<Download size={18} aria-hidden />}
      onClick={() => void download()}
    >
      {label}
    </Button>
  );
});
