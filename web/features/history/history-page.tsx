import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import type { HistoryBody } from '#contract/history.ts';
import { whenChanged } from '#web/stores/business/watch-business.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { RemoteDataView } from '#web/ui/remote-data-view.tsx';
import { EmptyNote } from '#web/ui/note.tsx';
import { ActionLink } from '#web/ui/action.tsx';
import { Section } from '#web/ui/section.tsx';
import { shortDate } from '../past/as-of.ts';
import { PROFIT_CHANGE } from '../navigation/addresses.ts';
import { type HistoryRequest, historyRequestFrom, historyAddress, PERIODS } from '../navigation/history-address.ts';
import { PurchaseInvitation } from '../purchases/purchase-invitation.tsx';
import { FigureChart } from './figure-chart.tsx';
import styles from './history.module.css';
import { HistoryStore } from './history-store.ts';
import { type FigureSeries, seriesOf } from './measures.ts';
import type { Business } from '#domain/business/state.ts';
import { type ChoiceGroup, choicesOf, EntitySelect } from '../entry/entity-select.tsx';

interface SubjectPickerProps {
  readonly subject: string;
  /** The names of removed entities, as far as they are known. */
  readonly removedEntities: Extract<HistoryBody, { kind: 'business' }>['removed'];
  readonly onPick: (subject: string) => void;
}

/** A select for the business or one of its ingredients or dishes, including removed ones. */
const SubjectPicker = observer(function SubjectPicker({ subject, removedEntities, onPick }: SubjectPickerProps) {
  const { business } = useStores();
  const lists = business.data('ingredients', 'dishes');
  const groups = [
    { group: 'Geral', items: [{ value: 'business', name: 'O negócio todo' }] },
    ...(lists.kind === 'known' ? groupsOf(lists.value) : []),
    { group: 'Já excluídos', items: removedEntities.map((entity) => ({ value: entity.of, name: entity.name })) },
  ];
  const onRetry = lists.kind === 'failed' ? () => business.reader.retry() : undefined;
  return <EntitySelect label="Histórico de" groups={groups} value={subject} onPick={onPick} onRetry={onRetry} />;
});

const groupsOf = ({ dishes, ingredients }: Pick<Business, 'dishes' | 'ingredients'>): readonly ChoiceGroup[] => [
  { group: 'Pratos', items: choicesOf(dishes.values(), (id) => `dish:${id}`) },
  { group: 'Insumos', items: choicesOf(ingredients.values(), (id) => `ingredient:${id}`) },
];

/** Histórico: charts of the figures of the business, an ingredient or a dish over time. */
export const HistoryPage = observer(function HistoryPage() {
  const request = historyRequestFrom(useSearch());
  const [, navigate] = useLocation();
  const [removedEntities, setRemovedEntities] = useState<Extract<HistoryBody, { kind: 'business' }>['removed']>([]);
  return (
    <Section
      title="Histórico"
      explanation="Como seus números andaram, dia a dia, desde o primeiro cadastro."
      actions={
        <ActionLink tone="plain" to={PROFIT_CHANGE}>
          Por que meu lucro mudou?
        </ActionLink>
      }
    >
      <div className={`${styles['choices']} flex wrap between gap-16`}>
        <div className={styles['subject']}>
          <SubjectPicker
            subject={request.subject}
            removedEntities={removedEntities}
            onPick={(subject) => navigate(historyAddress({ ...request, subject }))}
          />
        </div>
        <PeriodLinks request={request} />
      </div>
      <HistoryCharts key={`${request.subject} ${request.period}`} request={request} onRemoved={setRemovedEntities} />
    </Section>
  );
});

function PeriodLinks({ request }: { readonly request: HistoryRequest }) {
  return (
    <nav className={`${styles['periods']} stack edge-strong rounded-small`} aria-label="Período">
      {PERIODS.map(({ key, label }) => (
        <Link
          key={key}
          to={historyAddress({ ...request, period: key })}
          className={`${styles['period']} unbroken inline-row in-centre touch no-padding pad-inline-14 soft weight-520 no-underline hover-sunken`}
          aria-current={key === request.period ? 'true' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

interface HistoryChartsProps {
  readonly request: HistoryRequest;
  readonly onRemoved: (removed: Extract<HistoryBody, { kind: 'business' }>['removed']) => void;
}

const HistoryCharts = observer(function HistoryCharts({ request, onRemoved }: HistoryChartsProps) {
  const { business } = useStores();
  const [history] = useState(() => new HistoryStore(business, request));
  useEffect(() => void history.load(), [history]);
  useEffect(() => whenChanged(business, () => void history.load()), [business, history]);
  const { data } = history;
  useEffect(() => {
    if (data.kind === 'known' && data.value?.kind === 'business') onRemoved(data.value.removed);
  }, [data, onRemoved]);
  return (
    <RemoteDataView
      data={data}
      onRetry={() => history.load()}
      loading="Carregando histórico..."
      failure="Erro ao carregar o histórico"
    >
      {(body) =>
        body === null ? (
          <EmptyNote text="Isto não existe no seu negócio." advice="Escolha outro insumo ou prato na lista." />
        ) : (
          <>
            {body.kind === 'ingredient' && <PriceAge subject={request.subject} points={body.points} />}
            <Charts body={body} history={history} />
          </>
        )
      }
    </RemoteDataView>
  );
});

interface PriceAgeProps {
  readonly subject: string;
  readonly points: Extract<HistoryBody, { kind: 'ingredient' }>['points'];
}

/** Invites to enter a purchase where the price is old. The current price began at the last point. */
function PriceAge({ subject, points }: PriceAgeProps) {
  const last = points.at(-1);
  return last?.figures ? <PurchaseInvitation entityKey={subject} lastPriceChangeAt={last.at} /> : null;
}

interface ChartsProps {
  readonly body: HistoryBody;
  readonly history: HistoryStore;
}

const Charts = observer(function Charts({ body, history }: ChartsProps) {
  const seriesList = useMemo(() => seriesOf(body), [body]);
  const weighted = seriesList.filter(({ measure }) => measure.isWeighted);
  const hasCharts = body.points.length > 1 && seriesList.length > 0;
  const heading = body.kind !== 'business' && <h2 className="text-20 weight-620 breaks">{body.name}</h2>;
  if (!hasCharts)
    return (
      <>
        {heading}
        <EmptyHistory body={body} />
      </>
    );
  return (
    <>
      {heading}
      <ChartGroup seriesList={seriesList.filter(({ measure }) => !measure.isWeighted)} body={body} history={history} />
      {weighted.length > 0 && (
        <>
          <h2 className="text-20 weight-620 breaks">Pelo que você vende</h2>
          <ChartGroup seriesList={weighted} body={body} history={history} />
        </>
      )}
      <p className="faint text-14">
        De {shortDate(body.from)} a {shortDate(body.to)}, {GRAIN_TEXTS[body.grain]} Cada degrau é uma mudança que alguém
        fez: passe por ele para ver qual.
      </p>
    </>
  );
});

interface ChartGroupProps extends ChartsProps {
  readonly seriesList: readonly FigureSeries[];
}

function ChartGroup({ seriesList, body, history }: ChartGroupProps) {
  const span = useMemo(() => ({ from: body.from, to: body.to }), [body]);
  return (
    <div className={`${styles['courses']} stack one-column gap-16`} data-kind={body.kind}>
      {seriesList.map((series) => (
        <FigureChart key={series.measure.name} series={series} span={span} history={history} />
      ))}
    </div>
  );
}

const GRAIN_TEXTS: Readonly<Record<HistoryBody['grain'], string>> = {
  day: 'um ponto por dia em que algo mudou: vale como o dia terminou.',
  week: 'um ponto por semana em que algo mudou: vale como a semana terminou.',
  month: 'um ponto por mês em que algo mudou: vale como o mês terminou.',
};

function EmptyHistory({ body: { began, points, to } }: { readonly body: HistoryBody }) {
  if (began === null)
    return (
      <EmptyNote
        text="Ainda não há história para contar."
        advice="Ela começa com o primeiro custo, insumo ou prato que você cadastrar."
      />
    );
  const isYoung = Date.parse(to) - Date.parse(began) < 2 * 86_400_000;
  return isYoung || points.length === 0 ? (
    <EmptyNote
      text={`Sua história começou em ${shortDate(began)}.`}
      advice="Os gráficos precisam de mudanças em dois dias: a próxima de preço, custo ou faturamento, de amanhã em diante, já aparece aqui."
    />
  ) : (
    <EmptyNote text="Nada mudou neste período." advice="Escolha um período maior para ver mais longe." />
  );
}
