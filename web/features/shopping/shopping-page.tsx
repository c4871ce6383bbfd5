import { observer } from 'mobx-react-lite';
import { useStores } from '#web/stores/root-store.tsx';
import { RemoteDataView } from '#web/ui/remote-data-view.tsx';
import { Choice } from '#web/ui/choice.tsx';
import { Section } from '#web/ui/section.tsx';
import { useCached } from '../entry/use-cached.ts';
import { createShoppingStorage, ShoppingDraft, type ShoppingStep } from './shopping-draft.ts';
import { DishQuantities, StockAtHome } from './shopping-fields.tsx';
import { ShoppingList } from './shopping-list.tsx';
import styles from './shopping.module.css';
import { type SupplierOf, totalFigure } from './shopping-texts.ts';
import { useEffect } from 'react';
import { LastSuppliers } from './last-suppliers.ts';

const STEPS: readonly { readonly value: ShoppingStep; readonly label: string }[] = [
  { value: 'dishes', label: 'Pratos' },
  { value: 'home', label: 'Em casa' },
  { value: 'list', label: 'Lista' },
];

const NO_SUPPLIER: SupplierOf = () => null;

/** The quantities of dishes, and the resulting list of items to buy and to make. */
export const ShoppingPage = observer(function ShoppingPage({ supplierOf = NO_SUPPLIER }: { supplierOf?: SupplierOf }) {
  const { business, session } = useStores();
  const storageOwner = session.user?.id ?? 'visitor';
  const draft = useCached(
    business,
    'shopping',
    () =>
      new ShoppingDraft(
        business,
        createShoppingStorage(() => localStorage, storageOwner),
      ),
  );
  const isPlanned = business.allData.kind === 'known' && draft.plannedDishes.length > 0;
  return (
    <Section
      title="Lista de compras"
      explanation={
        <span className="hidden-on-paper">
          Diga quantos de cada prato vão sair: aqui está o que comprar, em embalagens inteiras, e o que fazer antes.
        </span>
      }
      total={isPlanned ? totalFigure(draft.items) : undefined}
    >
      <RemoteDataView
        data={business.allData}
        onRetry={() => business.reader.retry()}
        loading="Carregando pratos..."
        failure="Erro ao carregar pratos"
      >
        {() => (
          <>
            <div className={`${styles['choice']} hidden-on-paper`}>
              <Choice
                label="Parte da lista"
                labelPosition="never"
                options={STEPS}
                value={draft.step}
                onChange={(step) => draft.showStep(step)}
              />
            </div>
            <div className={`${styles['steps']} stack at-top gap-24`}>
              <div className={styles['step']} data-shown={draft.step === 'dishes'}>
                <DishQuantities draft={draft} />
              </div>
              <div className={styles['step']} data-shown={draft.step === 'home'}>
                <StockAtHome draft={draft} />
              </div>
              <div className={`${styles['step']} ${styles['list']}`} data-shown={draft.step === 'list'}>
                <ShoppingList draft={draft} supplierOf={supplierOf} />
              </div>
            </div>
          </>
        )}
      </RemoteDataView>
    </Section>
  );
});

/** The list of what to buy, sorted by the suppliers of the last purchases. */
export const ShoppingScreen = observer(function ShoppingScreen() {
  const { business, session } = useStores();
  const suppliers = useCached(
    business,
    'last suppliers',
    () => new LastSuppliers(business, session.user?.id ?? 'visitor'),
  );
  useEffect(() => void suppliers.refresh(), [suppliers]);
  return <ShoppingPage supplierOf={(ingredientId) => suppliers.supplierOf(ingredientId)} />;
});
