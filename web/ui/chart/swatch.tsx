/** The colour of a series beside its name. */
export function Swatch({ tone, dashed = false }: { tone: string; dashed?: boolean }) {
  const style = dashed ? { borderColor: `var(--${tone})` } : { backgroundColor: `var(--${tone})` }
  return (
    <span
      aria-hidden="true"
      style={style}
      className={`inline-block size-2 shrink-0 rounded-[2px] ${dashed ? 'border border-dashed' : ''}`}
    />
  )
}
