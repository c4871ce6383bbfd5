import { Button } from '@mantine/core';
import { FileSpreadsheet } from 'lucide-react';
import { Link } from 'wouter';
import { SALES_REPORT } from './addresses.ts';

/** Leads from what is typed of sales to the screen that reads them from a report. */
export const ReportLink = () => (
  <Button
    component={Link}
    variant="default"
    href={SALES_REPORT}
    leftSection={<FileSpreadsheet size={18} aria-hidden />}
  >
    Trazer relatório
  </Button>
);
