/** Ranges of what may be entered, in units (ten-thousandths) where not said otherwise; both ends are allowed. */
export const LIMITS = {
  fixedCost: { min: 0, max: 999_999_999_999 },
  monthlyRevenue: { min: 0, max: 9_999_999_999_999 },
  unitPrice: { min: 0, max: 9_999_999_999 },
  salePrice: { min: 0, max: 9_999_999_999 },
  averageTicket: { min: 0, max: 9_999_999_999_999 },
  /** One ten-thousandth is the smallest quantity: zero of an ingredient is not an ingredient. */
  quantity: { min: 1, max: 999_999_999 },
  variableCost: { min: 0, max: 10_000_000 },
  /** Whole orders, not units. */
  orders: { min: 0, max: 9_999_999 },
  /** Unicode code points. */
  name: { min: 1, max: 80 },
  unit: { min: 1, max: 20 },
} as const;

/** How many of each a business may have. */
export const QUOTAS = {
  fixedCosts: 300,
  variableCosts: 100,
  ingredients: 2_000,
  dishes: 1_000,
  linesPerDish: 60,
} as const;
