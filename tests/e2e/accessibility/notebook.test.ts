import { describe } from 'vitest';
import { everyScreenAt } from './every-screen.ts';

describe('every screen at 1280 px in dark colours', () => {
  everyScreenAt({ width: 1280, colorScheme: 'dark' });
});
