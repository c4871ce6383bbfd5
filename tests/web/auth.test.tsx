import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { observer } from 'mobx-react-lite';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AuthProvider, useSession } from '#web/stores/root-store.tsx';
import { problem } from './support/fake-server.ts';
import { openPage } from './support/screen-under-test.tsx';
import { ana, guest, sessionUnderTest } from './support/session-under-test.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const Greeting = observer(function Greeting() {
  return <p>{useSession().displayName}</p>;
});

describe('the provider of the session to React', () => {
  it('loads the session at start and gives it to its children', async () => {
    const { session, visitor } = sessionUnderTest();
    visitor(ana);
    render(
      <AuthProvider session={session}>
        <Greeting />
      </AuthProvider>,
    );
    expect(await screen.findByText('Ana Beatriz')).toBeTruthy();
  });

  it('makes useSession throw in a component outside of it', () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(() => render(<Greeting />)).toThrow('useSession must be used within an AuthProvider');
  });
});

describe('the return from the identity provider', () => {
  const DENIED = 'Você saiu antes de concluir a entrada. Quando quiser, é só tentar de novo.';
  const denied = {
    search: '?error=access_denied&state=s&iss=i',
    answers: {
      '/api/sessions': () => problem(400, 'sign_in_denied', DENIED),
      '/api/oauth/google/redirect_url': () => Response.json({ redirectUrl: 'https://accounts.example/auth' }),
    },
  };

  it('says on the landing page that the sign-in was not completed, and offers to try again', async () => {
    const { history, actions, user } = openPage('/auth/callback', denied);
    expect((await screen.findByRole('alert')).textContent).toContain(DENIED);
    expect(history).toEqual(['/']); // The back button of the browser does not lead to the callback again.
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    await waitFor(() => expect(actions).toContain('leave to https://accounts.example/auth'));
  });

  it('shows no such message to a visitor who just opens the landing page', async () => {
    openPage('/', denied);
    expect(await screen.findByRole('link', { name: 'Fazer Login' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('does not redirect a guest before the message is read', async () => {
    const { history } = openPage('/auth/callback', { ...denied, user: guest });
    vi.useFakeTimers({ shouldAdvanceTime: true });
    expect(await screen.findByText(/Que bom ver você de volta/)).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expect(history).toEqual(['/']);
    expect(screen.getByRole('alert').textContent).toContain(DENIED);
  });

  it('says when trying again fails too', async () => {
    const answers = { ...denied.answers, '/api/oauth/google/redirect_url': () => new Response('', { status: 503 }) };
    const { user } = openPage('/auth/callback', { ...denied, answers });
    await user.click(await screen.findByRole('button', { name: 'Tentar de novo' }));
    expect(await screen.findByText(/Não deu para abrir a página do Google/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Tentar de novo' })).toHaveProperty('disabled', false);
  });
});
