import { Button } from '@mantine/core';
import { ShoppingBag } from 'lucide-react';
import { Link } from 'wouter';
import { OnlyNow } from '../past/only-now.tsx';
import { SALES } from './addresses.ts';

/** From where prices, months and the break-even are to what was sold. */
export const SalesLink = () => (
  <OnlyNow>
    <Button
      component={Link}
      variant="subtle"
      color="gray"
      href={SALES}
      leftSection={<ShoppingBag size={18} aria-hidden />}
    >
      Vendas, meta e cardápio
    </Button>
  </OnlyNow>
);
