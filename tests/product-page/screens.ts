import type { Contract, EndpointName } from '#contract/index.ts';
import type { BusinessCommand } from '#domain/business/commands.ts';
import type { TabKey } from '#web/features/navigation/addresses.ts';

export type CommandType = BusinessCommand['type'];
/** A tab of the dashboard, or the address of a page. */
export type Screen = TabKey | `/${string}`;

const CHANNEL_SCREENS = ['variable-costs', 'revenue', 'recipes', '/dashboard/vendas'] as const;

/** The screens on which people give each command; none for a command that accompanies another action. */
export const SCREENS_OF_COMMAND: Readonly<Record<CommandType, readonly Screen[]>> = {
  OpenBusiness: [],
  ChangeOwner: [],
  EraseBusiness: [],
  AddFixedCost: ['fixed-costs'],
  ChangeFixedCost: ['fixed-costs'],
  RemoveFixedCost: ['fixed-costs'],
  AddVariableCost: ['variable-costs'],
  ChangeVariableCost: ['variable-costs'],
  RemoveVariableCost: ['variable-costs'],
  RecordMonthRevenue: ['revenue', '/dashboard/relatorio-de-vendas'],
  StateAverageTicket: ['revenue'],
  AddIngredient: ['ingredients', 'recipes'],
  ChangeIngredient: ['ingredients'],
  ReplaceIngredient: ['ingredients'],
  RepriceIngredients: ['ingredients'],
  RemoveIngredient: ['ingredients'],
  AddPreparation: ['ingredients'],
  ChangePreparation: ['ingredients'],
  DuplicatePreparation: ['ingredients'],
  RemovePreparation: ['ingredients'],
  AddPreparationIngredient: ['ingredients'],
  ChangePreparationIngredient: ['ingredients'],
  RemovePreparationIngredient: ['ingredients'],
  AddDish: ['recipes'],
  ChangeDish: ['recipes'],
  DuplicateDish: ['recipes'],
  RemoveDish: ['recipes'],
  AddDishIngredient: ['recipes'],
  ChangeDishIngredient: ['recipes'],
  RemoveDishIngredient: ['recipes'],
  ChangeBusinessSettings: ['recipes', 'breakeven'],
  AddChannel: CHANNEL_SCREENS,
  ChangeChannel: CHANNEL_SCREENS,
  RemoveChannel: CHANNEL_SCREENS,
  RecordSales: ['/dashboard/vendas', '/dashboard/relatorio-de-vendas'],
  EnterPurchase: ['/dashboard/compras'],
  TakeBackPurchase: ['/dashboard/compras'],
  ChangeSupplier: ['/dashboard/fornecedores'],
  RecordStockValue: ['dashboard'],
  ClearStockValue: ['dashboard'],
  ApplyChangeSet: ['/dashboard/importar', '/dashboard/relatorio-de-vendas', '/dashboard/e-se'],
  UndoChange: ['/dashboard/alteracoes'],
};

/** Calls that change something other than the data of a business. */
type OtherCall = {
  [Name in EndpointName]: Contract[Name] extends
    { readonly changes: 'person' | 'memory' } | { readonly access: 'paymentProvider' }
    ? Name
    : never;
}[EndpointName];

/** The page that makes each of those calls; null where no page does. */
export const PAGE_OF_CALL: Readonly<Record<OtherCall, string | null>> = {
  openSession: '/auth/callback',
  logout: '/dashboard',
  joinGuest: '/dashboard',
  openBusiness: '/account',
  endOtherSessions: '/account',
  eraseAccount: '/account',
  rememberImport: '/dashboard/importar',
  createPayment: '/payment/direct',
  verifyAccess: '/',
  redeemReceipt: '/account',
  answerTransfer: '/dashboard',
  paymentWebhook: null,
  simulatePayment: '/payment/pix',
  checkAdminEmail: '/admin-login',
  verifyAdminPassword: '/password-verification',
  verifyAllPayments: '/admin',
  grantAccess: '/admin',
  withdrawGrant: '/admin',
  revokeAccess: '/admin/people/:id',
  refundPayment: '/admin/people/:id',
  endSessions: '/admin/people/:id',
  paymentCreateTest: '/test',
};
