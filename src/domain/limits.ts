/** Ranges of input values, in ten-thousandths unless noted; both ends are allowed. */
export const LIMITS = {
  monthlyRevenue: { min: 0, max: 9_999_999_999_999 },
  unitPrice: { min: 0, max: 9_999_999_999 },
  salePrice: { min: 0, max: 9_999_999_999 },
  averageTicket: { min: 0, max: 9_999_999_999_999 },
  /** One ten-thousandth is the smallest quantity: zero of an ingredient is not an ingredient. */
  quantity: { min: 1, max: 999_999_999 },
  variableCost: { min: 0, max: 10_000_000 },
  /** A whole number of orders, not ten-thousandths. */
  orders: { min: 0, max: 9_999_999 },
  packPrice: { min: 0, max: 9_999_999_999 },
  packQuantity: { min: 1, max: 99_999_999_999 },
  yieldQuantity: { min: 1, max: 99_999_999_999 },
  conversionQuantity: { min: 1, max: 99_999_999_999 },
  /** Percent: 0,01 to 1000. */
  yieldPercentage: { min: 100, max: 10_000_000 },
  /** Percent that is lost while cooking. */
  loss: { min: 0, max: 1_000_000 },
  /** Percent: -99,99 to 1000. */
  priceChange: { min: -999_900, max: 10_000_000 },
  /** The factor for the quantities of a copy. */
  factor: { min: 1, max: 99_999_999 },
  /** A whole number of portions, not ten-thousandths. */
  portions: { min: 1, max: 9_999 },
  /** The length in Unicode code points. */
  name: { min: 1, max: 80 },
  unit: { min: 1, max: 20 },
  label: { min: 1, max: 40 },
  category: { min: 1, max: 40 },
  method: { min: 0, max: 4_000 },
  channelName: { min: 1, max: 40 },
  /** A whole number of pieces, not ten-thousandths; 0 removes the row. */
  sold: { min: 0, max: 9_999_999 },
  soldRevenue: { min: 0, max: 9_999_999_999_999 },
  profitGoal: { min: 0, max: 9_999_999_999_999 },
  packs: { min: 1, max: 99_999_999_999 },
  purchaseTotal: { min: 0, max: 9_999_999_999_999 },
  stockValue: { min: 0, max: 9_999_999_999_999 },
  documentText: { min: 1, max: 120 },
} as const;

/** The maximum numbers of entities in a business. */
export const QUOTAS = {
  fixedCosts: 300,
  variableCosts: 100,
  ingredients: 2_000,
  dishes: 1_000,
  linesPerDish: 60,
  preparations: 500,
  linesPerPreparation: 60,
  /** The maximum conversions of one ingredient or preparation. */
  conversions: 20,
  /** The maximum depth of nested preparations below a dish. */
  preparationDepth: 10,
  channels: 12,
  /** Months with sales, counted per channel: a hundred years of one channel, or eight of twelve. */
  sales: 1_200,
  suppliers: 500,
  purchases: 20_000,
  linesPerPurchase: 990,
  /**
   * The lines of all purchases together: five years of a receipt of a thousand lines every week, in about 90 MB of
   * memory.
   */
  purchaseLines: 300_000,
} as const;
