import { Button } from '@mantine/core';
import { FlaskConical } from 'lucide-react';
import { Link } from 'wouter';
import { OnlyNow } from '../past/only-now.tsx';
import { WHAT_IF } from './addresses.ts';

/** From where prices are kept to where they can be tried. */
export const WhatIfLink = () => (
  <OnlyNow>
    <Button
      component={Link}
      variant="subtle"
      color="gray"
      href={WHAT_IF}
      leftSection={<FlaskConical size={18} aria-hidden />}
    >
      E se? Testar preços
    </Button>
  </OnlyNow>
);
