import { SignInButton } from '../login/sign-in-button.tsx';

/** Signs a guest in, who is asked afterwards whether to bring their data along. */
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
