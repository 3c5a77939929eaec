/** Work done for many askers at once. */
export type Batched<Ask, Answer> = (ask: Ask) => Promise<Answer>

/**
 * Gathers what is asked singly into batches: `work` gets up to `most` asks and answers them in the same order. One batch is
 * under way at a time; what is asked meanwhile goes with the next, so a lone ask waits for nobody and a flood is shaped.
 * From one batch to the next `every` ms pass: of what comes by the hundred a second, more goes together. A batch that fails
 * fails each of its askers.
 */
export function batcher<Ask, Answer>(
  work: (asks: Ask[]) => Promise<readonly Answer[]>,
  most = 500,
  every = 0,
): Batched<Ask, Answer> {
  interface QueuedAsk {
    ask: Ask
    resolve(answer: Answer): void
    reject(error: unknown): void
  }
  let waiting: QueuedAsk[] = []
  let working = false
  let begun = Number.NEGATIVE_INFINITY

  const run = async () => {
    while (waiting.length > 0) {
      const early = begun + every - performance.now()
      if (early > 0) await new Promise((resolve) => setTimeout(resolve, early))
      begun = performance.now()
      const batch = waiting.splice(0, most)
      try {
        const answers = await work(batch.map(({ ask }) => ask))
        batch.forEach(({ resolve }, at) => resolve(answers[at] as Answer))
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    working = false
  }

  return (ask) =>
    new Promise((resolve, reject) => {
      waiting.push({ ask, resolve, reject })
      if (working) return
      working = true
      // what is asked in the same turn of the event loop goes together
      setImmediate(run)
    })
}
