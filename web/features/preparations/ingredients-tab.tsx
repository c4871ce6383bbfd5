import { observer } from 'mobx-react-lite';
import { useLocation, useSearch } from 'wouter';
import { lacksPrice } from '#domain/business/ingredient/price.ts';
import type { Business } from '#domain/business/state.ts';
import { formatCount } from '#domain/format.ts';
import { useStores } from '#web/stores/root-store.tsx';
import type { RemoteData } from '#web/stores/data-loader.ts';
import { RemoteDataView } from '#web/ui/remote-data-view.tsx';
import { Pill, Pills } from '#web/ui/pill.tsx';
import { Section } from '#web/ui/section.tsx';
import { ExplainedTerm } from '../glossary/explained-term.tsx';
import { Ingredients } from '../ingredients/ingredients.tsx';
import { addressWithList, showsPreparations } from '../navigation/addresses.ts';
import { Preparations } from './preparations.tsx';

const INGREDIENTS_INTRO = {
  term: <ExplainedTerm term="ingredient" name="O que é insumo" />,
  explanation: 'O que você compra, por quilo, litro ou unidade. Mudou o preço? Os pratos acompanham na hora.',
};
const PREPARATIONS_INTRO = {
  term: <ExplainedTerm term="preparation" name="O que é preparo" />,
  explanation: 'O que você faz antes e usa nos pratos. Custa o que vai na receita, dividido pelo que ela rende.',
};

/** Insumos: the ingredients with their prices, or the preparations. */
export const IngredientsTab = observer(function IngredientsTab() {
  const { business } = useStores();
  const isPreparations = showsPreparations(useSearch());
  const components = business.data('ingredients', 'preparations');
  return (
    <Section
      title="Insumos"
      {...(isPreparations ? PREPARATIONS_INTRO : INGREDIENTS_INTRO)}
      total={totalOf(components, isPreparations)}
    >
      <RemoteDataView
        data={components}
        onRetry={() => business.reader.retry()}
        loading="Carregando insumos..."
        failure="Erro ao carregar insumos"
      >
        {({ ingredients, preparations }) => (
          <>
            <ComponentSwitch ingredientCount={ingredients.size} preparationCount={preparations.size} />
            {isPreparations ? <Preparations /> : <Ingredients />}
          </>
        )}
      </RemoteDataView>
    </Section>
  );
});

type ComponentsData = RemoteData<Pick<Business, 'ingredients' | 'preparations'>>;

/** The number of rows, and how many of them lack a price or a recipe. */
function totalOf(components: ComponentsData, isPreparations: boolean) {
  const label = 'Cadastrados';
  if (components.kind !== 'known') return { label, value: '–' };
  const { ingredients, preparations } = components.value;
  const rows = [...(isPreparations ? preparations : ingredients).values()];
  const incompleteCount = rows.filter((row) => ('lines' in row ? row.lines.length === 0 : lacksPrice(row))).length;
  const word = isPreparations ? 'preparo' : 'insumo';
  return {
    label,
    value: `${formatCount(rows.length)} ${rows.length === 1 ? word : `${word}s`}`,
    note:
      incompleteCount > 0
        ? `falta ${isPreparations ? 'a receita' : 'preço'} em ${formatCount(incompleteCount)}`
        : undefined,
  };
}

interface ComponentSwitchProps {
  readonly ingredientCount: number;
  readonly preparationCount: number;
}

/** Switches between ingredients and preparations. The address names the side, so that links lead to either. */
function ComponentSwitch({ ingredientCount, preparationCount }: ComponentSwitchProps) {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const isPreparations = showsPreparations(search);
  const select = (side: 'bought' | 'made') => () => navigate(addressWithList(side, path, search));
  return (
    <Pills label="O que mostrar">
      <Pill isOn={!isPreparations} onClick={select('bought')}>
        Comprados · {formatCount(ingredientCount)}
      </Pill>
      <Pill isOn={isPreparations} onClick={select('made')}>
        Preparos · {formatCount(preparationCount)}
      </Pill>
    </Pills>
  );
}
