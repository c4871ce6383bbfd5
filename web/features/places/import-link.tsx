import { Button } from '@mantine/core';
import { FileSpreadsheet } from 'lucide-react';
import { Link } from 'wouter';
import { OnlyNow } from '../past/only-now.tsx';
import { importAddress, type ImportTab } from './import-address.ts';

/** Leads from a list to the screen that fills it from a spreadsheet. */
export const ImportLink = ({
  tab,
  label = 'Importar planilha',
}: {
  readonly tab: ImportTab;
  readonly label?: string;
}) => (
  <OnlyNow>
    <Button
      component={Link}
      variant="subtle"
      color="gray"
      href={importAddress(tab)}
      leftSection={<FileSpreadsheet size={18} aria-hidden />}
    >
      {label}
    </Button>
  </OnlyNow>
);
