/** Work that is done in batches. */
export type Batched<Ask, Answer> = (ask: Ask) => Promise<Answer>

/**
 * Combines single requests into batches: `work` gets up to `most` requests and answers them in the same order. One batch runs at a time;
 * requests meanwhile form the next one, so a single request does not wait and a flood is throttled. Batches are at least `every` ms apart,
 * so that frequent requests form larger batches. When a batch fails, each of its requests fails.
 */
export function batcher<Ask, Answer>(
  work: (requests: Ask[]) => Promise<readonly Answer[]>,
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
      // requests of the same turn of the event loop form one batch
      setImmediate(run)
    })
}
