/** The logo: a belvedere, a raised room with a view. */
export function Logo({ size = 22 }: { size?: number }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true" className="shrink-0">
      <rect width="24" height="24" rx="6" className="fill-accent" />
      <path
        d="M5.2 10.2 12 5.3l6.8 4.9M7.1 9.8v7.5M16.9 9.8v7.5M4.9 18.4h14.2M12 9.9v3"
        fill="none"
        strokeWidth="1.7"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="stroke-accent-ink"
      />
      <circle cx="12" cy="14.7" r="1.7" className="fill-accent-ink" />
    </svg>
  )
}
