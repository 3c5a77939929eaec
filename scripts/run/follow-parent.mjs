// Loaded into every program that run.mjs starts, and into what that program forks: when the parent is gone, however it went, the
// program ends in good order. The channel to the parent keeps a program alive only while it listens to it.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
  process.on('newListener', (event) => event === 'message' && process.channel?.ref())
  process.on('removeListener', (event) => {
    if (event === 'message' && process.listenerCount('message') === 0) process.channel?.unref()
  })
}
