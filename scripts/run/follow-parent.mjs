// Loaded into every program that run.mjs starts, and into the programs that those fork: when the parent ends for any reason, the
// program shuts down cleanly. The channel to the parent keeps a program alive only while the program listens to it.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
  process.on('newListener', (event) => event === 'message' && process.channel?.ref())
  process.on('removeListener', (event) => {
    if (event === 'message' && process.listenerCount('message') === 0) process.channel?.unref()
  })
}
