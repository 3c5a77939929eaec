import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { IconButton } from '../buttons/icon-button.tsx'
import { textOf, type Text } from '../base/text-of.ts'

type ToastTone = 'success' | 'error' | 'info' | 'warning'

interface ToastOptions {
  /** Shown until closed. */
  stay?: boolean
  /** Milliseconds, if the default time is too short. */
  ms?: number
  action?: { label: Text; run: () => void }
}

interface ToastMessage extends ToastOptions {
  id: number
  tone: ToastTone
  text: string
}

const shown = { success: 3_000, info: 4_000, warning: 6_000, error: 6_000 }
const most = 5

let messages: readonly ToastMessage[] = []
let nextId = 1
const watchers = new Set<() => void>()

function change(next: readonly ToastMessage[]): void {
  messages = next
  for (const watcher of watchers) watcher()
}

function close(id: number): void {
  change(messages.filter((message) => message.id !== id))
}

function open(tone: ToastTone, words: Text, options: ToastOptions = {}): number {
  const text = textOf(words)
  const id = nextId++
  // The same text replaces the old message instead of adding another one.
  change([...messages.filter((message) => message.text !== text), { ...options, id, tone, text }].slice(-most))
  if (!options.stay) setTimeout(() => close(id), options.ms ?? shown[tone])
  return id
}

/** Shows messages at the top of the page; each returns its id for `toast.close`. */
export const toast = {
  success: (text: Text, options?: ToastOptions) => open('success', text, options),
  error: (text: Text, options?: ToastOptions) => open('error', text, options),
  info: (text: Text, options?: ToastOptions) => open('info', text, options),
  warning: (text: Text, options?: ToastOptions) => open('warning', text, options),
  close,
}

const icons = { success: CircleCheck, error: CircleAlert, info: Info, warning: TriangleAlert }
const colours = { success: 'text-success', error: 'text-danger', info: 'text-accent-text', warning: 'text-warning' }

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Container of the messages; mounted once per page. */
export function ToastHost() {
  const list = useSyncExternalStore(subscribe, () => messages)
  return (
    <div
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 top-3 z-60 flex flex-col items-center gap-2 px-3"
    >
      {list.map((message) => (
        <Card key={message.id} message={message} />
      ))}
    </div>
  )
}

function Card({ message: { id, tone, text, action, stay } }: { message: ToastMessage }) {
  const Icon = icons[tone]
  return (
    <div
      role={tone === 'error' ? 'alert' : undefined}
      className="pointer-events-auto flex max-w-[560px] animate-[appear_140ms_ease-out] items-start gap-2 rounded-lg bg-raised py-2 pr-2 pl-3 shadow-pop"
    >
      <Icon size={16} aria-hidden="true" className={`mt-0.5 shrink-0 ${colours[tone]}`} />
      <span className="min-w-0 break-words">{text}</span>
      {action && (
        <button
          type="button"
          className="ml-2 font-medium text-accent-text hover:underline"
          onClick={() => (action.run(), close(id))}
        >
          {textOf(action.label)}
        </button>
      )}
      {(stay || tone === 'error') && (
        <IconButton
          size="s"
          className="-my-0.5"
          icon={X}
          label={{ zh: '关闭', en: 'Close' }}
          onClick={() => close(id)}
        />
      )}
    </div>
  )
}
