import { describe } from 'vitest';
import { everyScreenAt } from './every-screen.ts';

describe('at 390 px, light', () => {
  everyScreenAt({ width: 390, colorScheme: 'light' });
});
