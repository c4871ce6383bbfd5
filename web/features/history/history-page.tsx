import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import type { HistoryBody } from '#contract/history.ts';
import { whenChanged } from '#web/stores/business/watch-business.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { Async } from '#web/ui/async.tsx';
import { EmptyNote } from '#web/ui/empty-note.tsx';
import { ActionLink } from '#web/ui/action.tsx';
import { Section } from '#web/ui/section.tsx';
import { shortDate } from '../past/as-of.ts';
import { PROFIT_CHANGE } from '../places/addresses.ts';
import { type HistoryRequest, requestFrom, historyAddress, PERIODS } from '../places/history-address.ts';
import { PurchaseInvitation } from '../purchases/purchase-invitation.tsx';
import { CourseChart } from './course-chart.tsx';
import styles from './history-page.module.css';
import { HistoryReading } from './history-reading.ts';
import { type Course, coursesOf } from './measures.ts';
import type { Business } from '#domain/business/state.ts';
import { type ChoiceGroup, choicesOf, EntitySelect } from '../entry/entity-select.tsx';

interface SubjectPickerProps {
  readonly of: string;
  /** The names of removed entities, as far as they are known. */
  readonly removed: Extract<HistoryBody, { kind: 'business' }>['removed'];
  readonly onPick: (of: string) => void;
}

/** A select for the business or one of its ingredients or dishes, including removed ones. */
const SubjectPicker = observer(function SubjectPicker({ of, removed, onPick }: SubjectPickerProps) {
  const { business } = useStores();
  const things = business.data('ingredients', 'dishes');
  const groups = [
    { group: 'Geral', items: [{ value: 'business', name: 'O negócio todo' }] },
    ...(things.kind === 'known' ? groupsOf(things.value) : []),
    { group: 'Já excluídos', items: removed.map((thing) => ({ value: thing.of, name: thing.name })) },
  ];
  const onRetry = things.kind === 'failed' ? () => business.retry() : undefined;
  return <EntitySelect label="Histórico de" groups={groups} value={of} onPick={onPick} onRetry={onRetry} />;
});

const groupsOf = ({ dishes, ingredients }: Pick<Business, 'dishes' | 'ingredients'>): readonly ChoiceGroup[] => [
  { group: 'Pratos', items: choicesOf(dishes.values(), (id) => `dish:${id}`) },
  { group: 'Insumos', items: choicesOf(ingredients.values(), (id) => `ingredient:${id}`) },
];

/** Histórico: the course of the figures of the business, an ingredient or a dish. */
export const HistoryPage = observer(function HistoryPage() {
  const request = requestFrom(useSearch());
  const [, navigate] = useLocation();
  const [removed, setRemoved] = useState<Extract<HistoryBody, { kind: 'business' }>['removed']>([]);
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
            of={request.of}
            removed={removed}
            onPick={(of) => navigate(historyAddress({ ...request, of }))}
          />
        </div>
        <Periods request={request} />
      </div>
      <Reading key={`${request.of} ${request.period}`} request={request} onRemoved={setRemoved} />
    </Section>
  );
});

function Periods({ request }: { readonly request: HistoryRequest }) {
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

interface ReadingProps {
  readonly request: HistoryRequest;
  readonly onRemoved: (removed: Extract<HistoryBody, { kind: 'business' }>['removed']) => void;
}

const Reading = observer(function Reading({ request, onRemoved }: ReadingProps) {
  const { business } = useStores();
  const [reading] = useState(() => new HistoryReading(business, request));
  useEffect(() => void reading.load(), [reading]);
  useEffect(() => whenChanged(business, () => void reading.load()), [business, reading]);
  const { data: view } = reading;
  useEffect(() => {
    if (view.kind === 'known' && view.value?.kind === 'business') onRemoved(view.value.removed);
  }, [view, onRemoved]);
  return (
    <Async
      of={view}
      onRetry={() => reading.load()}
      loading="Carregando histórico..."
      failure="Erro ao carregar o histórico"
    >
      {(body) =>
        body === null ? (
          <EmptyNote text="Isto não existe no seu negócio." advice="Escolha outro insumo ou prato na lista." />
        ) : (
          <>
            {body.kind === 'ingredient' && <PriceAge of={request.of} points={body.points} />}
            <Courses body={body} reading={reading} />
          </>
        )
      }
    </Async>
  );
});

interface PriceAgeProps {
  readonly of: string;
  readonly points: Extract<HistoryBody, { kind: 'ingredient' }>['points'];
}

/** The last point is where the price became what it is. */
function PriceAge({ of, points }: PriceAgeProps) {
  const last = points.at(-1);
  return last?.figures ? <PurchaseInvitation of={of} since={last.at} /> : null;
}

interface CoursesProps {
  readonly body: HistoryBody;
  readonly reading: HistoryReading;
}

const Courses = observer(function Courses({ body, reading }: CoursesProps) {
  const courses = useMemo(() => coursesOf(body), [body]);
  const weighted = courses.filter(({ measure }) => measure.isWeighted);
  const hasCourse = body.points.length > 1 && courses.length > 0;
  const heading = body.kind !== 'business' && <h2 className="text-20 weight-620 breaks">{body.name}</h2>;
  if (!hasCourse)
    return (
      <>
        {heading}
        <EmptyHistory body={body} />
      </>
    );
  return (
    <>
      {heading}
      <Group courses={courses.filter(({ measure }) => !measure.isWeighted)} body={body} reading={reading} />
      {weighted.length > 0 && (
        <>
          <h2 className="text-20 weight-620 breaks">Pelo que você vende</h2>
          <Group courses={weighted} body={body} reading={reading} />
        </>
      )}
      <p className="faint text-14">
        De {shortDate(body.from)} a {shortDate(body.to)}, {GRAINS[body.grain]} Cada degrau é uma mudança que alguém fez:
        passe por ele para ver qual.
      </p>
    </>
  );
});

interface CourseGroupProps extends CoursesProps {
  readonly courses: readonly Course[];
}

function Group({ courses, body, reading }: CourseGroupProps) {
  const span = useMemo(() => ({ from: body.from, to: body.to }), [body]);
  return (
    <div className={`${styles['courses']} stack one-column gap-16`} data-kind={body.kind}>
      {courses.map((course) => (
        <CourseChart key={course.measure.name} course={course} span={span} reading={reading} />
      ))}
    </div>
  );
}

const GRAINS: Readonly<Record<HistoryBody['grain'], string>> = {
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
