import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { pythonTerminal } from './python-terminal.ts'
import { hasTool } from '../host/run-tool.ts'

const run = promisify(execFile)

test.runIf(hasTool('python3'))(
  'a shell on a terminal of python3 ends with its own status, even while programs run in it',
  async () => {
    const ended = run(
      'python3',
      ['-c', pythonTerminal, 'test -t 0 && stty cols 91 rows 33 && stty size; sleep 30 & exit 3'],
      { timeout: 20_000 },
    )
    await expect(ended).rejects.toMatchObject({ code: 3, stdout: '33 91\r\n' })
  },
)
