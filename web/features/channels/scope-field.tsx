import { findAppName } from '#domain/business/channel/channels.ts';
import type { Scope } from '#domain/business/channel/fields.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import type { FieldWithInput } from '../entry/field-with-input.tsx';
import { AppScope } from './app-scope.tsx';
import { channelsOf, onlyIn } from '../fields/channels-of.ts';
import { ALL_CHANNELS } from '../fields/new-channels.ts';
import { ScopeInput } from './scope-input.tsx';

interface ScopeTexts {
  /** The label of the input: 'Onde este custo é pago'. */
  readonly label: string;
  /** Tells whether the form is offered for the first channels where there are none. */
  readonly canAddChannels: boolean;
  /** Tells whether a new cost is asked for its scope that is named like an app. */
  readonly shouldAskAboutApps?: boolean;
}

/** The channels of a scope as a form field: its text is their ids; an empty text means all channels. */
export const scopeField = (
  business: BusinessStore,
  { label, canAddChannels, shouldAskAboutApps = false }: ScopeTexts,
): FieldWithInput<Scope> => ({
  apiName: 'channels',
  label: 'Canais',
  isOptional: true,
  toInputText: (scope) => (scope ?? []).join(' '),
  toSentenceText: (scope) => onlyIn(channelsOf(business), scope) ?? 'em todos os canais',
  read(text) {
    const ids = idsIn(text);
    return { ok: true, value: ids.length === 0 ? null : ids };
  },
  render({ form, key, isNew }) {
    const app = shouldAskAboutApps && isNew ? findAppName(form.texts['name'] ?? '') : undefined;
    if (app !== undefined)
      return (
        <AppScope
          app={app}
          value={form.texts[key] ?? ''}
          onChoose={(text) => form.type(key, text)}
          error={form.errors[key]}
        />
      );
    return (
      <ScopeInput
        label={label}
        canAddChannels={canAddChannels && !isNew}
        channelIds={idsIn(form.texts[key] ?? '')}
        onChoose={(ids) => form.type(key, ids.join(' '))}
        error={form.errors[key]}
      />
    );
  },
});

/** The channels in which a recipe line counts. */
export const lineScope = (business: BusinessStore): FieldWithInput<Scope> =>
  scopeField(business, { label: 'Onde vai', canAddChannels: false });

const idsIn = (text: string): readonly string[] => text.split(' ').filter((id) => id !== '' && id !== ALL_CHANNELS);
