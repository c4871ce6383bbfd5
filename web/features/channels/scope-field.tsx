import { appNamedIn } from '#domain/business/channel/channels.ts';
import type { Scope } from '#domain/business/channel/scope.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import type { DrawnField } from '../entry/drawn-field.tsx';
import { AppScope } from './app-scope.tsx';
import { channelsOf } from '../fields/channels-of.ts';
import { onlyIn } from '../fields/in-channel.ts';
import { IN_ALL } from '../fields/new-channels.ts';
import { ScopeInput } from './scope-input.tsx';

interface ScopeLook {
  /** 'Onde este custo é pago' */
  readonly label: string;
  /** Offers to begin with channels where there are none to choose from. */
  readonly invites: boolean;
  /** Asks where a new cost is paid that is called like an app. */
  readonly asksOfApps?: boolean;
}

/**
 * In which channels something counts, as one of the fields of a form: its text is the channels' keys, which stay what they
 * are when a new channel gets its real id; none of them: all.
 */
export const scopeField = (
  business: BusinessStore,
  { label, invites, asksOfApps = false }: ScopeLook,
): DrawnField<Scope> => ({
  wire: 'channels',
  label: 'Canais',
  isOptional: true,
  typed: (scope) => (scope ?? []).map((id) => business.keyOf(id)).join(' '),
  said: (scope) => onlyIn(channelsOf(business), scope) ?? 'em todos os canais',
  read(text) {
    const keys = keysIn(text);
    if (keys.length === 0) return { ok: true, value: null };
    const ids = new Map(channelsOf(business).map(({ id }) => [business.keyOf(id), id]));
    return { ok: true, value: keys.map((key) => ids.get(key) ?? key) };
  },
  draw({ form, key, isNew }) {
    const app = asksOfApps && isNew ? appNamedIn(form.texts['name'] ?? '') : undefined;
    if (app !== undefined)
      return (
        <AppScope
          app={app}
          chosen={form.texts[key] ?? ''}
          onChoose={(text) => form.type(key, text)}
          error={form.errors[key]}
        />
      );
    return (
      <ScopeInput
        label={label}
        invites={invites && !isNew}
        chosen={keysIn(form.texts[key] ?? '')}
        onChoose={(keys) => form.type(key, keys.join(' '))}
        error={form.errors[key]}
      />
    );
  },
});

/** In which channels a line of a recipe counts. */
export const lineScope = (business: BusinessStore): DrawnField<Scope> =>
  scopeField(business, { label: 'Onde vai', invites: false });

const keysIn = (text: string): readonly string[] => text.split(' ').filter((key) => key !== '' && key !== IN_ALL);
