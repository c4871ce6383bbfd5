interface LineIconProps {
  /** The path on a 24 × 24 grid, with all strokes in one. */
  readonly path: string;
  readonly size?: number;
  readonly className?: string | undefined;
}

/** A line icon for the first page, where an icon library would weigh more than all the icons. */
export function LineIcon({ path, size = 24, className }: LineIconProps) {
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentcolor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} />
    </svg>
  );
}
