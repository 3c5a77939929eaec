import { vi } from 'vitest'

// A wait without its own limit has the limit of `expect.poll` in vitest.config.ts; the default of vitest is one second.

const timeout = 60_000
const { waitFor, waitUntil } = vi

type Options = Parameters<typeof waitFor>[1]

const bounded = (options: Options) => (typeof options === 'number' ? options : { timeout, ...options })

vi.waitFor = (work, options) => waitFor(work, bounded(options))
vi.waitUntil = (work, options) => waitUntil(work, bounded(options))
