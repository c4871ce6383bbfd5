import { configure } from '@testing-library/react';
import { afterAll, vi } from 'vitest';

// Pages come when they are asked for: the first time, on a busy machine, that takes longer than a second.
configure({ asyncUtilTimeout: 30_000 });

// The files share their modules. One that is still on its way when its file ends would never come, to no file after it.
afterAll(() => vi.dynamicImportSettled());
