/** Runs `work` while one line shows the elapsed time, updated on a terminal. Returns the result of `work`. */
export async function withProgress(zh, en, work) {
  const began = Date.now()
  const line = () => `${zh} / ${en} … ${Math.round((Date.now() - began) / 1000)} s`
  const live = process.stderr.isTTY
  if (!live) console.error(`${zh} / ${en} …`)
  const timer = live && setInterval(() => process.stderr.write(`\r${line()}`), 200)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    if (live) process.stderr.write(`\r${line()}\n`)
  }
}
