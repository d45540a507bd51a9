export function Mark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden focusable={false}>
      <path d="M4 30V14a12 12 0 0 1 24 0v16z" fill="var(--violet)" />
      <path d="M10 30V15a6 6 0 0 1 12 0v15z" fill="var(--on-violet)" opacity="0.55" />
      <path d="M13.5 30V16a2.5 2.5 0 0 1 5 0v14z" fill="var(--on-violet)" />
    </svg>
  );
}
