import { watchLog } from './watch-log.ts'

/** Prints what the watch hands over, until its input ends. */
const stop = watchLog((batch) => process.stdout.write(`${JSON.stringify(batch)}\n`))
process.stdin.on('end', () => {
  stop()
  process.exit(0)
})
process.stdin.resume()
