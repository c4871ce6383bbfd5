import { cleanup, render, screen } from '@testing-library/react';
import { observer } from 'mobx-react-lite';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AuthProvider, useAuth } from '#web/stores/auth.tsx';
import { ana, sessionUnderTest } from './support/session-under-test.ts';

afterEach(cleanup);

const Greeting = observer(function Greeting() {
  return <p>{useAuth().displayName}</p>;
});

describe('the session around the pages', () => {
  it('is loaded at start and seen by what stands inside', async () => {
    const { session, visitor } = sessionUnderTest();
    visitor(ana);
    render(
      <AuthProvider session={session}>
        <Greeting />
      </AuthProvider>,
    );
    expect(await screen.findByText('Ana Beatriz')).toBeTruthy();
  });

  it('is missed loudly outside', () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(() => render(<Greeting />)).toThrow('useAuth must be used within a AuthProvider');
  });
});
