import { configure } from '@testing-library/react';

// Pages come when they are asked for: the first time, on a busy machine, that takes longer than a second.
configure({ asyncUtilTimeout: 30_000 });
