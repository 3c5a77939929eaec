/**
 * A pseudo-terminal between our pipes and `/bin/sh -c <argument>`, for hosts without util-linux `script`. Python's own pty.spawn
 * waits for the last program that holds the terminal; this script ends with the shell, as `script` does.
 */
export const pythonTerminal = `
import os, pty, select, sys
pid, terminal = pty.fork()
if pid == 0:
    os.execv('/bin/sh', ['/bin/sh', '-c', sys.argv[1]])
sources = [terminal, 0]
while True:
    ready = select.select(sources, [], [], 0.2)[0]
    if terminal in ready:
        try:
            shown = os.read(terminal, 65536)
        except OSError:
            shown = b''
        if shown:
            os.write(1, shown)
    if 0 in ready:
        typed = os.read(0, 65536)
        if typed:
            os.write(terminal, typed)
        else:
            sources.remove(0)
            os.kill(pid, 1)
    if terminal not in ready or not shown:
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            sys.exit(os.WEXITSTATUS(status) if os.WIFEXITED(status) else 255)
`
