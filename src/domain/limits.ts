/** Ranges of what may be entered, in units (ten-thousandths) where not said otherwise; both ends are allowed. */
export const LIMITS = {
  monthlyRevenue: { min: 0, max: 9_999_999_999_999 },
  unitPrice: { min: 0, max: 9_999_999_999 },
  salePrice: { min: 0, max: 9_999_999_999 },
  averageTicket: { min: 0, max: 9_999_999_999_999 },
  /** One ten-thousandth is the smallest quantity: zero of an ingredient is not an ingredient. */
  quantity: { min: 1, max: 999_999_999 },
  variableCost: { min: 0, max: 10_000_000 },
  /** Whole orders, not units. */
  orders: { min: 0, max: 9_999_999 },
  purchasePrice: { min: 0, max: 9_999_999_999 },
  purchaseQuantity: { min: 1, max: 99_999_999_999 },
  yieldQuantity: { min: 1, max: 99_999_999_999 },
  conversionQuantity: { min: 1, max: 99_999_999_999 },
  /** Percent: 0,01 to 1000. */
  yieldPercentage: { min: 100, max: 10_000_000 },
  /** Percent. */
  loss: { min: 0, max: 1_000_000 },
  /** Percent: -99,99 to 1000. */
  priceChange: { min: -999_900, max: 10_000_000 },
  /** Factor for the quantities of a copy. */
  factor: { min: 1, max: 99_999_999 },
  /** Whole portions, not units. */
  portions: { min: 1, max: 9_999 },
  /** Unicode code points. */
  name: { min: 1, max: 80 },
  unit: { min: 1, max: 20 },
  label: { min: 1, max: 40 },
  category: { min: 1, max: 40 },
  method: { min: 0, max: 4_000 },
  channelName: { min: 1, max: 40 },
  /** Whole pieces, not units; 0 clears. */
  sold: { min: 0, max: 9_999_999 },
  soldRevenue: { min: 0, max: 9_999_999_999_999 },
  profitGoal: { min: 0, max: 9_999_999_999_999 },
  packs: { min: 1, max: 99_999_999_999 },
  purchaseTotal: { min: 0, max: 9_999_999_999_999 },
  stockValue: { min: 0, max: 9_999_999_999_999 },
  documentText: { min: 1, max: 120 },
} as const;

/** How many of each a business may have. */
export const QUOTAS = {
  fixedCosts: 300,
  variableCosts: 100,
  ingredients: 2_000,
  dishes: 1_000,
  linesPerDish: 60,
  preparations: 500,
  linesPerPreparation: 60,
  /** Conversions of one ingredient or preparation. */
  conversions: 20,
  /** How many preparations a dish reaches through in a row. */
  preparationDepth: 10,
  channels: 12,
  /** Months with sales, each channel's by itself: a hundred years of one, or eight of twelve. */
  sales: 1_200,
  suppliers: 500,
  purchases: 20_000,
  linesPerPurchase: 990,
  /** In all purchases together: five years of a receipt of a thousand lines every week, in about 90 MB of memory. */
  purchaseLines: 300_000,
} as const;
