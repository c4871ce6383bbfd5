import { normalizeName } from '#domain/names.ts';
import { findAppName } from '#domain/business/channel/channels.ts';
import { observer } from 'mobx-react-lite';
import type { Failure } from '#web/stores/business/outcome.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { Pill, Pills } from '#web/ui/pill.tsx';
import { Problem } from '#web/ui/note.tsx';
import { channelsOf, inChannel } from '../fields/channels-of.ts';
import { appQuestion, ALL_CHANNELS, NEW_CHANNEL_PREFIX } from '../fields/new-channels.ts';

interface AppScopeProps {
  readonly app: string;
  /** The text of the scope field. */
  readonly value: string;
  readonly onChoose: (text: string) => void;
  readonly error: string | undefined;
}

/** The question 'Em todas as vendas, ou só no iFood?' about a new cost that is named like an app. */
export const AppScope = observer(function AppScope({ app, value, onChoose, error }: AppScopeProps) {
  const { business } = useStores();
  const channels = channelsOf(business);
  const otherChoices = channels
    .filter(({ isMain }) => !isMain)
    .map((channel) => ({ text: channel.id, label: `Só ${inChannel(channel)}` }));
  const hasAppChannel = channels.some(({ name }) => normalizeName(name) === normalizeName(app));
  const newChannelChoice = hasAppChannel
    ? []
    : [{ text: `${NEW_CHANNEL_PREFIX}${app}`, label: `Só ${inChannel({ name: app })}` }];
  const question = appQuestion(app);
  return (
    <div className="stack from-left whole-row shrinks gap-6">
      <span className="weight-540" aria-hidden="true">
        {question}
      </span>
      <Pills label={question}>
        {[{ text: ALL_CHANNELS, label: 'Em todas as vendas' }, ...newChannelChoice, ...otherChoices].map(
          ({ text, label }) => (
            <Pill key={text} isOn={value === text} onClick={() => onChoose(text)}>
              {label}
            </Pill>
          ),
        )}
      </Pills>
      <Problem text={error} className="tomato text-15" />
    </div>
  );
});

/** The failure of a new cost that is named like an app and has no scope yet. */
export function missingScopeFailure(name: string, channels: string): Failure | undefined {
  const app = findAppName(name);
  if (app === undefined || channels !== '') return undefined;
  return { sentence: appQuestion(app), fields: { channels: `${appQuestion(app)} Escolha acima.` } };
}
