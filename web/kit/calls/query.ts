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
      /**
       * Milliseconds between refetches after updates, instead of the default: for a query that requests only
       * differences.
       */
      between?: number
    }
  }
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Updates make data stale immediately (kit/live/live.ts); returning to a page refetches anyway, unless the data
      // is very recent.
      staleTime: 1_000,
      gcTime: 300_000,
      refetchOnWindowFocus: false,
      // The browser's report of no network is not reliable: a server on this machine responds without one.
      networkMode: 'always',
      retry: (failures, error) => failures < 1 && !(error instanceof ServerRefusal) && !isSilent(error),
    },
  },
})

/** Removes the data that pages read; header and menus keep their data. */
export function dropPageData(): void {
  queryClient.removeQueries({ predicate: ({ meta }) => meta?.keep !== true })
}

/** The response with updated rows; undefined if only the server knows the new response. */
export type Takes<Data> = (
  answer: Data,
  rows: readonly unknown[],
  input: Readonly<Record<string, unknown>>,
) => Data | undefined

export interface QueryOptions<Data = unknown> {
  /** `false` waits, for example until a scene is chosen. */
  enabled?: boolean
  /** Shows the previous response while the input changes (tables). */
  keepPrevious?: boolean
  /** Continues after the page is left and after a change of scene: header and menus. */
  keep?: boolean
  /** Milliseconds between polls, for calls without a topic. */
  every?: number
  /** Minimum milliseconds between refetches after updates: for totals that many updates change. */
  pace?: number
  /** Shows updated rows before the server is called. */
  takes?: Takes<Data> | undefined
}

/**
 * Reads a GET call and keeps it up to date: an update on a topic that the call `shows` refetches it within a second.
 * The result is TanStack Query's: `data`, `error`, `isPending`, `isFetching`, `dataUpdatedAt`, `refetch`.
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

/**
 * Prefetches data for `useQueryCall` with the same input; undefined on failure, and the component that shows it calls
 * again.
 */
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
  /** Toast after success. */
  done?: Words
  /** Topics whose open queries are refetched in addition to those of the call's room. */
  refresh?: readonly string[]
  /** Shows no toast for a refusal: the caller shows `refusal`. A refusal about fields never shows a toast. */
  quiet?: boolean
}

export interface Mutation<C extends CallSpec> {
  /** The response; undefined if refused, failed, cancelled, or while the previous run is pending. Never throws. */
  run(input: In<C>, options?: CallOptions): Promise<AnswerOf<C> | undefined>
  pending: boolean
  /** Error of the last run. */
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

/** First segment of the address; `device/router` and `device/command/reboot` share a room. */
function roomOf(spec: CallSpec): string {
  return (spec.at.split(' ')[1] ?? '').split('/')[0] ?? ''
}
