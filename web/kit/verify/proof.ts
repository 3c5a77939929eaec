import { useSyncExternalStore } from 'react'
import { whenProofNeeded } from '../call.ts'
import type { Method } from './verify-form.tsx'

/** What the server tells of how somebody shows who they are. */
export interface ProofQuestion {
  readonly methods: readonly Method[]
  readonly masks?: Readonly<Partial<Record<Method, string>>>
}

interface Asked extends ProofQuestion {
  readonly answer: (proved: boolean) => void
}

let asked: Asked | undefined
let waiting: Promise<boolean> | undefined
const watchers = new Set<() => void>()

function show(next: Asked | undefined): void {
  asked = next
  for (const watcher of watchers) watcher()
}

/** Calls refused at the same moment wait for one answer. Who leaves the page gives up. */
whenProofNeeded((question, left) => {
  waiting ??= new Promise<boolean>((answer) => {
    show({ ...(question as ProofQuestion), answer })
    left?.addEventListener('abort', () => answer(false), { once: true })
  }).finally(() => {
    waiting = undefined
    show(undefined)
  })
  return waiting
})

/** The question that is open. */
export function useProofQuestion(): Asked | undefined {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => asked,
  )
}
