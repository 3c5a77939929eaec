import type { CallSpec, In } from '@belvedere/contract/kit/define-calls.ts'
import { keepPreviousData, QueryClient, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { toast } from '../../ui/feedback/toast.tsx'
import { call, type AnswerOf, type CallOptions } from './call.ts'
import { isSilent, ServerRefusal } from './refusal.ts'
import type { Words } from '../words/words.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      call: CallSpec
      input: Readonly<Record<string, unknown>>
      keep: boolean
      pace?: number | undefined
      takes?: Takes<unknown> | undefined
      /** Milliseconds between refetches for news, in place of what is usual: of a query that asks for what is different. */
      between?: number
    }
  }
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // News makes data stale at once (kit/live/live.ts); coming back to a page asks again anyway, unless it was just now.
      staleTime: 1_000,
      gcTime: 300_000,
      refetchOnWindowFocus: false,
      // The browser's word that there is no network is a guess: a server on this machine answers without one.
      networkMode: 'always',
      retry: (failures, error) => failures < 1 && !(error instanceof ServerRefusal) && !isSilent(error),
    },
  },
})

/** Forgets what pages read; header and menus keep theirs. */
export function dropPageData(): void {
  queryClient.removeQueries({ predicate: ({ meta }) => meta?.keep !== true })
}

/** An answer with rows that news brought; undefined when only the server knows what it is now. */
export type Takes<Data> = (
  answer: Data,
  rows: readonly unknown[],
  input: Readonly<Record<string, unknown>>,
) => Data | undefined

export interface QueryOptions<Data = unknown> {
  /** `false` waits, for instance until a scene is chosen. */
  enabled?: boolean
  /** Shows the former answer while the input changes (tables). */
  keepPrevious?: boolean
  /** Goes on when the page is left, and survives a change of scene: header and menus. */
  keep?: boolean
  /** Milliseconds between polls, for calls that show no topic. */
  every?: number
  /** At least so many milliseconds between refetches for news: for sums over much that change with any of it. */
  pace?: number
  /** Shows rows that news brings before the server is asked. */
  takes?: Takes<Data> | undefined
}

/**
 * Reads a GET call and keeps it fresh: news on a topic the call `shows` refetches it within a second. The result is
 * TanStack Query's: `data`, `error`, `isPending`, `isFetching`, `dataUpdatedAt`, `refetch`.
 */
export function useQueryCall<C extends CallSpec>(spec: C, input: In<C>, options: QueryOptions<AnswerOf<C>> = {}) {
  const { enabled = true, keepPrevious = false, keep = false, every, pace, takes } = options
  return useQuery<AnswerOf<C>, Error>({
    ...queryOf(spec, input, keep, pace, takes as Takes<unknown> | undefined),
    enabled,
    ...(every && { refetchInterval: every }),
    ...(keepPrevious && { placeholderData: keepPreviousData as never }),
  }) as UseQueryResult<AnswerOf<C>, Error>
}

/** Reads what `useQueryCall` with the same input then shows at once; undefined when it failed: who shows it asks again. */
export async function readAhead<C extends CallSpec>(
  spec: C,
  input: In<C>,
  { keep = false }: QueryOptions = {},
): Promise<AnswerOf<C> | undefined> {
  await queryClient.prefetchQuery({ ...queryOf(spec, input, keep), retry: false })
  return queryClient.getQueryData<AnswerOf<C>>([spec.at, input])
}

function queryOf<C extends CallSpec>(spec: C, input: In<C>, keep: boolean, pace?: number, takes?: Takes<unknown>) {
  return {
    queryKey: [spec.at, input],
    queryFn: ({ signal }: { signal: AbortSignal }) => call(spec, input, { signal, keep }),
    meta: { call: spec, input: input as Record<string, unknown>, keep, pace, takes },
  }
}

export interface MutateOptions {
  /** Said in a toast when it worked. */
  done?: Words
  /** Topics whose open queries to refetch besides those of the call's own room. */
  refresh?: readonly string[]
  /** No toast for a refusal: the caller shows `refusal`. Refusals about fields are never toasted. */
  quiet?: boolean
}

export interface Mutation<C extends CallSpec> {
  /** The answer; undefined when refused, failed, cancelled or still busy with the last one. Never throws. */
  run(input: In<C>, options?: CallOptions): Promise<AnswerOf<C> | undefined>
  pending: boolean
  /** Why the last run failed. */
  failure: Error | undefined
  /** Text per input field of the last refusal. */
  fields: Readonly<Record<string, string>>
  reset(): void
}

/** Runs a writing call on demand, one at a time; afterwards the open lists of the same room are refetched. */
export function useMutateCall<C extends CallSpec>(spec: C, options: MutateOptions = {}): Mutation<C> {
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<Error>()
  const busy = useRef(false)
  const desired = useRef(options)
  desired.current = options

  const run = useCallback(
    async (input: In<C>, callOptions?: CallOptions) => {
      if (busy.current) return undefined
      busy.current = true
      setPending(true)
      setFailure(undefined)
      try {
        const answer = await call(spec, input, callOptions)
        succeed(spec, desired.current)
        return answer
      } catch (error) {
        if (!isSilent(error)) setFailure(showError(error as Error, desired.current))
        return undefined
      } finally {
        busy.current = false
        setPending(false)
      }
    },
    [spec],
  )
  const reset = useCallback(() => setFailure(undefined), [])
  return { run, pending, failure, fields: failure instanceof ServerRefusal ? failure.fields : {}, reset }
}

function succeed(spec: CallSpec, { done, refresh = [] }: MutateOptions): void {
  if (done) toast.success(done)
  const room = roomOf(spec)
  void queryClient.invalidateQueries({
    predicate: ({ meta }) =>
      meta !== undefined &&
      (roomOf(meta.call) === room || (meta.call.shows ?? []).some((topic) => refresh.includes(topic))),
  })
}

function showError(error: Error, { quiet }: MutateOptions): Error {
  const besideFields = error instanceof ServerRefusal && Object.keys(error.fields).length > 0
  if (!quiet && !besideFields) toast.error(error.message)
  return error
}

/** First word of the address; `device/router` and `device/command/reboot` share a room. */
function roomOf(spec: CallSpec): string {
  return (spec.at.split(' ')[1] ?? '').split('/')[0] ?? ''
}
