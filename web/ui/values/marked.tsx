/** A text with the search match highlighted. */
export function Marked({ text, from, to }: { text: string; from: number; to: number }) {
  if (to <= from) return text
  return (
    <>
      {text.slice(0, from)}
      <mark className="bg-transparent font-semibold text-accent-text">{text.slice(from, to)}</mark>
      {text.slice(to)}
    </>
  )
}
