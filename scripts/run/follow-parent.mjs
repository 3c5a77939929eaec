// Loaded into every program that run.mjs starts: when run.mjs is gone, however it went, the program ends in good order.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}
