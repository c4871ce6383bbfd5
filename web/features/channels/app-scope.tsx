import { observer } from 'mobx-react-lite';
import { appNamedIn } from '#domain/business/app-channel.ts';
import type { SingleChange } from '#domain/business/commands.ts';
import { COUNTER } from '#domain/business/sales.ts';
import type { Failure } from '#web/stores/business/outcome.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { newId } from '#web/stores/business/new-id.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { Pill, Pills } from '#web/ui/pill.tsx';
import { plainName } from '../entry/equal-name.ts';
import { channelsOf } from './channels-of.ts';
import { inChannel } from './in-channel.ts';
import styles from './scope-input.module.css';

/** Said in so many words: it is paid in all channels. */
export const IN_ALL = '*';
/** Before the name of a channel that is made together with what counts in it. */
const TO_BE_MADE = '+';

interface AppScopeProps {
  readonly app: string;
  /** The text of its field. */
  readonly chosen: string;
  readonly onChoose: (text: string) => void;
  readonly error: string | undefined;
}

/** 'Em todas as vendas, ou só no iFood?' Asked of a new cost that is called like an app. */
export const AppScope = observer(function AppScope({ app, chosen, onChoose, error }: AppScopeProps) {
  const { business } = useStores();
  const channels = channelsOf(business);
  const others = channels
    .filter(({ isMain }) => !isMain)
    .map((channel) => ({ text: business.keyOf(channel.id), label: `Só ${inChannel(channel)}` }));
  const isThere = channels.some(({ name }) => plainName(name) === plainName(app));
  const made = isThere ? [] : [{ text: `${TO_BE_MADE}${app}`, label: `Só ${inChannel({ name: app })}` }];
  const question = questionOf(app);
  return (
    <div className={styles['scope']}>
      <span className={styles['label']} aria-hidden="true">
        {question}
      </span>
      <Pills label={question}>
        {[{ text: IN_ALL, label: 'Em todas as vendas' }, ...made, ...others].map(({ text, label }) => (
          <Pill key={text} isOn={chosen === text} onClick={() => onChoose(text)}>
            {label}
          </Pill>
        ))}
      </Pills>
      {error !== undefined && (
        <p role="alert" className={styles['error']}>
          {error}
        </p>
      )}
    </div>
  );
});

const questionOf = (app: string): string => `Em todas as vendas, ou só ${inChannel({ name: app })}?`;

/** What keeps a new cost of this name from being saved: nobody has said yet where it is paid. */
export function unansweredScope(name: string, channels: string): Failure | undefined {
  const app = appNamedIn(name);
  if (app === undefined || channels !== '') return undefined;
  return { sentence: questionOf(app), fields: { channels: `${questionOf(app)} Escolha acima.` } };
}

interface Scoped {
  readonly channels?: readonly string[] | null | undefined;
}

/** The channels that a change counts in and that are not there yet are made first, behind the counter, in one change. */
export function withChannelsMade(business: BusinessStore, change: SingleChange & Scoped): readonly SingleChange[] {
  const name = change.channels?.find((id) => id.startsWith(TO_BE_MADE))?.slice(TO_BE_MADE.length);
  if (name === undefined) return [change];
  const id = newId();
  const counter: readonly SingleChange[] =
    channelsOf(business).length === 0 ? [{ type: 'AddChannel', id: newId(), name: COUNTER }] : [];
  return [...counter, { type: 'AddChannel', id, name }, { ...change, channels: [id] } as SingleChange];
}
