import { CostsTab } from './costs-tab.tsx';
import { fixedCosts } from './fixed-costs.ts';

export const FixedCostsTab = () => <CostsTab kind={fixedCosts} />;
