import { Button } from '@mantine/core';
import { Download } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useStores } from '#web/stores/root-store.tsx';
import type { TableName } from './tables.ts';
import { useState } from 'react';
import { notify } from '#web/ui/notify.tsx';
import type { WorkbookWriter } from './workbook-writer.ts';

interface DownloadButtonProps {
  readonly table: TableName;
  readonly label?: string;
}

/** A button that downloads a list as a spreadsheet file; hidden while the list is not loaded. */
export const DownloadButton = observer(function DownloadButton({
  table,
  label = 'Baixar planilha',
}: DownloadButtonProps) {
  const { business } = useStores();
  if (business.allData.kind !== 'known') return null;
  const download = async () => (await import('./tables.ts')).downloadSheet(table, business);
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

interface DownloadAllProps {
  /** Writes the workbook; a worker by default. */
  readonly writer?: () => WorkbookWriter;
}

/** 'Baixar tudo': downloads the whole business as one workbook; hidden while it is not loaded. */
export const DownloadAll = observer(function DownloadAll({ writer }: DownloadAllProps) {
  const { business } = useStores();
  if (business.allData.kind !== 'known') return null;
  const download = async (): Promise<void> => {
    const { downloadWorkbook } = await import('./download-workbook.ts');
    const omission = await downloadWorkbook(business, writer?.());
    if (omission) notify({ text: omission });
  };
  return <SlowDownloadButton label="Baixar tudo" failure="Erro ao baixar tudo" download={download} />;
});

interface SlowDownloadButtonProps {
  readonly label: string;
  /** The line in the console. */
  readonly failure: string;
  readonly download: () => Promise<void>;
}

/** A button that shows that its file is being made, and says when that fails. */
export function SlowDownloadButton({ label, failure, download }: SlowDownloadButtonProps) {
  const [isBusy, setIsBusy] = useState(false);
  async function handleClick() {
    setIsBusy(true);
    try {
      await download();
    } catch (error) {
      console.error(failure, error);
      notify({ text: 'Não deu para baixar agora. Confira a internet e tente de novo.', tone: 'problem' });
    } finally {
      setIsBusy(false);
    }
  }
  return (
    <Button
      variant="subtle"
      color="gray"
      leftSection={<Download size={18} aria-hidden />}
      loading={isBusy}
      onClick={() => void handleClick()}
    >
      {label}
    </Button>
  );
}
