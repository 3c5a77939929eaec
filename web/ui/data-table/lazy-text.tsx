import { useEffect, useRef, useState, type Ref } from 'react'
import { TextField } from '../fields/text-field.tsx'

const typingPause = 350

type LazyTextProps = Omit<Parameters<typeof TextField>[0], 'value' | 'onChange'> & {
  value: string
  onChange: (text: string) => void
  ref?: Ref<HTMLInputElement>
}

/** Reports the typed text after a pause or on Enter, not at every key. */
export function LazyText({ value, onChange, ...field }: LazyTextProps) {
  const [typed, setTyped] = useState(value)
  const latest = useRef({ value, onChange })
  latest.current = { value, onChange }
  useEffect(() => setTyped(value), [value])
  useEffect(() => {
    const timer = setTimeout(() => report(typed.trim(), latest.current), typingPause)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <TextField
      {...field}
      value={typed}
      onChange={setTyped}
      onKeyDown={(event) => event.key === 'Enter' && report(typed.trim(), latest.current)}
    />
  )
}

function report(typed: string, { value, onChange }: { value: string; onChange: (text: string) => void }): void {
  if (typed !== value) onChange(typed)
}
