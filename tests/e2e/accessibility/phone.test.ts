import { describe } from 'vitest';
import { everyScreenAt } from './every-screen.ts';

describe('every screen at 390 px in light colours', () => {
  everyScreenAt({ width: 390, colorScheme: 'light' });
});
