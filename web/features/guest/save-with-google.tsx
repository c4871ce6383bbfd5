import { SignInButton } from '../login/sign-in-button.tsx';

/** Signs a guest in; afterwards they are asked whether their data come along. */
export const SaveWithGoogle = ({
  label,
  tone = 'primary',
}: {
  readonly label: string;
  readonly tone?: 'primary' | 'quiet';
}) => (
  <SignInButton tone={tone} returnTo="/dashboard">
    {label}
  </SignInButton>
);
