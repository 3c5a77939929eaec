import type { Terminal } from '@xterm/xterm'
import { useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react'
import { adoptStyles } from './base/adopt-styles.ts'
import { say } from './base/words.ts'

export interface TerminalHandle {
  /** Writes received text or bytes. Data is buffered until the terminal is ready. */
  write: (data: string | Uint8Array) => void
  clear: () => void
  focus: () => void
}

interface TerminalViewProps {
  ref?: Ref<TerminalHandle>
  /** Called with typed or pasted text. */
  onData: (text: string) => void
  /** Called with the size in characters at the start and on every change. */
  onResize: (cols: number, rows: number) => void
  /** Shows output only and accepts no input. */
  readOnly?: boolean
  label?: string
  className?: string
}

const scrollback = 5_000
/** Limit of the buffer before the terminal is ready; further data is dropped. */
const mostEarly = 1_000

/** A terminal that fills its container; the emulator is loaded when it is first shown. */
export function TerminalView({ ref, onData, onResize, readOnly = false, label, className }: TerminalViewProps) {
  const place = useRef<HTMLDivElement>(null)
  const [missing, setMissing] = useState(false)
  const terminal = useRef<Terminal>(undefined)
  const early = useRef<(string | Uint8Array)[]>([])
  const latest = useRef({ onData, onResize })
  latest.current = { onData, onResize }

  useImperativeHandle(ref, () => ({
    write: (data) => {
      if (terminal.current) terminal.current.write(data)
      else if (early.current.length < mostEarly) early.current.push(data)
    },
    clear: () => terminal.current?.clear(),
    focus: () => terminal.current?.focus(),
  }))

  useEffect(() => {
    let gone = false
    let close = () => {}
    void openTerminal(place.current as HTMLElement, readOnly, () => latest.current).then(
      (opened) => {
        if (gone) return opened.close()
        close = opened.close
        terminal.current = opened.terminal
        for (const data of early.current.splice(0)) opened.terminal.write(data)
      },
      () => gone || setMissing(true),
    )
    return () => {
      gone = true
      terminal.current = undefined
      close()
    }
  }, [readOnly])

  return (
    <div
      role="group"
      aria-label={label}
      className={`min-h-40 overflow-hidden rounded-md bg-terminal p-2 ${className ?? ''}`}
    >
      {missing && (
        <p role="alert" className="p-3 text-(--terminal-ink)">
          {say({ zh: '终端没有加载出来，请重新加载页面', en: 'The terminal could not be loaded; reload the page' })}
        </p>
      )}
      <div ref={place} className="size-full" />
    </div>
  )
}

type Callbacks = Pick<TerminalViewProps, 'onData' | 'onResize'>

async function openTerminal(place: HTMLElement, readOnly: boolean, callbacks: () => Callbacks) {
  const [{ Terminal }, { FitAddon }] = await Promise.all([
    import('@xterm/xterm'),
    import('@xterm/addon-fit'),
    import('@xterm/xterm/css/xterm.css'),
  ])
  const style = getComputedStyle(document.documentElement)
  const background = style.getPropertyValue('--terminal').trim()
  const foreground = style.getPropertyValue('--terminal-ink').trim()
  const release = adoptStyles()
  const terminal = new Terminal({
    fontFamily: style.getPropertyValue('--font-mono') || 'monospace',
    fontSize: 13,
    scrollback,
    disableStdin: readOnly,
    cursorBlink: !readOnly,
    theme: { background, foreground, cursor: foreground },
  })
  const fit = new FitAddon()
  terminal.loadAddon(fit)
  terminal.onData((text) => callbacks().onData(text))
  terminal.onResize(({ cols, rows }) => callbacks().onResize(cols, rows))
  terminal.open(place)
  const observer = new ResizeObserver(() => fit.fit())
  observer.observe(place)
  if (!readOnly) terminal.focus()
  return {
    terminal,
    close: () => {
      observer.disconnect()
      terminal.dispose()
      release()
    },
  }
}
