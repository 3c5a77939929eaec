import { vi } from 'vitest'

// A wait that states no bound of its own has that of `expect.poll` in vitest.config.ts; vitest's is one second.

const timeout = 60_000
const { waitFor, waitUntil } = vi

type Options = Parameters<typeof waitFor>[1]

const bounded = (options: Options) => (typeof options === 'number' ? options : { timeout, ...options })

vi.waitFor = (work, options) => waitFor(work, bounded(options))
vi.waitUntil = (work, options) => waitUntil(work, bounded(options))
