import { act, fireEvent, render, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { VisitorHeader } from '#web/features/dashboard/header.tsx';
import { Shell } from '#web/features/dashboard/shell.tsx';
import { StoresProvider } from '#web/stores/root-store.tsx';
import { KitProvider } from '#web/ui/kit-provider.tsx';
import { openBusiness } from './business-under-test.ts';
import type { FakeServer } from './fake-server.ts';
import { sessionUnderTest } from './session-under-test.ts';

const plain = (text: string | null | undefined): string => (text ?? '').replaceAll(/[\u00A0\s]+/g, ' ');

/** The text without what is drawn for the eye only. */
function words(of: Node): string {
  if (of instanceof Element && of.getAttribute('aria-hidden') === 'true') return '';
  return of.hasChildNodes() ? Array.from(of.childNodes, words).join('') : (of.nodeValue ?? '');
}

const isNamed = (element: Element, name: string | RegExp): boolean => {
  const own = plain(element.getAttribute('aria-label') ?? words(element)).trim();
  return typeof name === 'string' ? own === name : name.test(own);
};

/** The whole dashboard of an owner over a fake server, operated by its visible texts. */
export async function openDashboard(server: FakeServer, address = '/dashboard') {
  vi.stubGlobal('scrollTo', () => undefined);
  Element.prototype.scrollIntoView = () => undefined;
  const [path = '', searchPath = ''] = address.split('?');
  const location = memoryLocation({ path, searchPath, record: true });
  const { business, api } = await openBusiness(server);
  render(
    <Router hook={location.hook} searchHook={location.searchHook}>
      <StoresProvider stores={{ session: sessionUnderTest().session, business, api }}>
        <KitProvider>
          <Shell header={<VisitorHeader />} notice={null} hasGuestPayment={false} />
        </KitProvider>
      </StoresProvider>
    </Router>,
  );
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  const main = (): HTMLElement => {
    const found = document.querySelector('main');
    if (!found) throw new Error('the page has no main part');
    return found;
  };

  /** The last button or link with this name; searching by role takes ten times as long on a whole page. */
  const control = (name: string | RegExp, within: ParentNode = document): HTMLElement => {
    const found = [...within.querySelectorAll<HTMLElement>('button, a, summary, [role=option]')].findLast((each) =>
      isNamed(each, name),
    );
    if (!found) throw new Error(`no button or link ${String(name)}`);
    return found;
  };
  const appear = (name: string | RegExp, within?: ParentNode): Promise<HTMLElement> =>
    waitFor(() => control(name, within));
  let tapCount = 0;
  const press = async (name: string | RegExp, within?: ParentNode): Promise<void> => {
    fireEvent.click(await appear(name, within));
    tapCount += 1;
  };

  /** The last field with this label. */
  const field = (name: string | RegExp, of: HTMLElement = main()): HTMLInputElement => {
    // `labels` of each field would search the whole page for each.
    const label = [...of.querySelectorAll('label')].findLast((each) => isNamed(each, name));
    const labelled = label && (document.getElementById(label.htmlFor) ?? label.querySelector('input, textarea'));
    const own = [...of.querySelectorAll('input[aria-label], textarea[aria-label]')];
    const found = (labelled ?? own.findLast((each) => isNamed(each, name))) as HTMLInputElement | undefined;
    if (!found) throw new Error(`no field ${String(name)}`);
    return found;
  };
  /** Puts the text into the field at once, as a paste does, and leaves the focus there. */
  const type = async (label: string | RegExp, text: string, of?: HTMLElement): Promise<void> => {
    const found = await waitFor(() => field(label, of));
    act(() => found.focus());
    fireEvent.change(found, { target: { value: text } });
  };
  const enter = (): Promise<void> => user.keyboard('{Enter}');

  const openTab = async (name: string): Promise<void> => {
    await press(name, document.querySelector('nav[aria-label=Abas]') ?? document);
    await waitFor(() => main().querySelector('h1') ?? Promise.reject(new Error('no heading')));
  };

  /** The card of a dish or preparation. */
  const card = (name: string): HTMLElement => {
    const heads = [...main().querySelectorAll<HTMLElement>('li button[aria-expanded]')];
    const found = heads.find((each) => plain(each.textContent).startsWith(name))?.closest<HTMLElement>('li');
    if (!found) throw new Error(`no card ${name}`);
    return found;
  };

  return {
    server,
    business,
    location,
    user,
    main,
    control,
    appear,
    press,
    /** The number of buttons and links pressed so far. */
    tapCount: (): number => tapCount,
    field,
    type,
    enter,
    openTab,
    card,
    text: (of: HTMLElement = main()): string => plain(of.textContent),
    /** Types into the fields and presses Enter in the last one. */
    add: async (texts: Readonly<Record<string, string>>): Promise<void> => {
      for (const [label, text] of Object.entries(texts)) await type(label, text);
      await enter();
    },
    addDish: async (name: string): Promise<HTMLElement> => {
      await type('Nome do prato', name);
      await enter();
      await appear('Salvar Prato');
      return card(name);
    },
    /** Chooses an ingredient in the form of a recipe line. */
    chooseComponent: async (of: HTMLElement, name: string): Promise<void> => {
      await type('Insumo', name, of);
      const isOffered = (each: Element) => plain(each.textContent).startsWith(`${name} (`);
      await waitFor(() => {
        // The options of every other open card stay in the document.
        const list = document.getElementById(field('Insumo', of).getAttribute('aria-controls') ?? '');
        const option = [...(list?.querySelectorAll('[role=option]') ?? [])].find(isOffered);
        if (!option) throw new Error(`${name} is not offered`);
        return option;
      }).then((option) => void fireEvent.click(option));
    },
    lineAdded: (of: HTMLElement, name: string): Promise<HTMLElement> => appear(`Tirar ${name} da ficha`, of),
  };
}
