import { shellCalls } from '@belvedere/contract/rooms/remote/shell.ts'
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { call } from '../../../kit/calls/call.ts'
import { isSilent } from '../../../kit/calls/refusal.ts'
import { openSocket, type Socket } from '../../../kit/calls/socket.ts'
import type { TerminalHandle } from '../../../ui/terminal-view.tsx'

export type ShellState = { at: 'idle' | 'opening' | 'open' } | { at: 'closed'; exit?: number; why: string }

interface ShellSize {
  cols: number
  rows: number
}

const encoder = new TextEncoder()

/** A remote shell in a terminal: opens at the first known size, follows size changes, ends on unmount. */
export function useShell(id: number, terminal: RefObject<TerminalHandle | null>) {
  const [state, setState] = useState<ShellState>({ at: 'idle' })
  const socket = useRef<Socket>(undefined)
  const size = useRef<ShellSize>(undefined)
  const turn = useRef(0)

  const open = useCallback(async () => {
    const mine = ++turn.current
    const isOld = () => mine !== turn.current
    socket.current?.close()
    setState({ at: 'opening' })
    const closed = (why: string, exit?: number) => !isOld() && setState({ at: 'closed', why, exit })
    try {
      const { session, ticket } = await call(shellCalls.open, { id, ...bounded(size.current) })
      if (isOld()) return
      socket.current = openSocket(
        `device/remote/${session}`,
        { ticket },
        {
          open: () => !isOld() && (setState({ at: 'open' }), terminal.current?.focus()),
          bytes: (bytes) => !isOld() && terminal.current?.write(bytes),
          text: (text) => {
            const { exit, why = '' } = JSON.parse(text) as { exit?: number; why?: string }
            closed(why, exit)
          },
          end: () => setState((was) => (isOld() || was.at === 'closed' ? was : { at: 'closed', why: '' })),
        },
      )
    } catch (error) {
      if (!isSilent(error)) closed((error as Error).message)
    }
  }, [id, terminal])

  useEffect(
    () => () => {
      turn.current++
      socket.current?.close()
    },
    [],
  )

  const resize = useCallback(
    (cols: number, rows: number) => {
      const first = size.current === undefined
      size.current = { cols, rows }
      if (first) void open()
      else socket.current?.send(JSON.stringify({ resize: bounded(size.current) }))
    },
    [open],
  )
  const type = useCallback((text: string) => socket.current?.send(encoder.encode(text)), [])
  return { state, open, resize, type }
}

/** Clamps a size to the limits of the API. */
function bounded({ cols, rows }: ShellSize = { cols: 80, rows: 24 }): ShellSize {
  return { cols: Math.min(500, Math.max(20, cols)), rows: Math.min(200, Math.max(5, rows)) }
}
