import { expect, test } from 'vitest'
import { readCommandLine } from './command-line.ts'
import { unitText } from './install.ts'

const pin = Buffer.alloc(32, 1).toString('base64')
const enrol = ['enrol', '--server', 'gw.example', '--pin', pin, '--token', 't']

test('an enrolment has the default ports, and takes the pin in the format of curl', () => {
  const line = readCommandLine([...enrol, '--dir', '/tmp/a', '--pin', `sha256//${pin}`])
  expect(line).toMatchObject({
    verb: 'enrol',
    server: 'gw.example',
    enrolPort: 15_003,
    port: 15_002,
    pin,
    token: 't',
    dir: '/tmp/a',
  })
})

test.each([
  [['fly'], 'Unknown command'],
  [['run', 'now'], 'Unknown command'],
  [['run', '--interval', '0'], '--interval'],
  [['run', '--interval', '1e3'], '--interval'],
  [['run', '--port', '70000'], '--port'],
  [['run', '--speed', '9'], 'command line'],
  [['enrol', '--server', 'x'], '--pin --token'],
  [[...enrol.slice(0, 4), 'short', '--token', 't'], '--pin'],
  [['enrol', '--server', 'a b', '--pin', pin, '--token', 't'], '--server'],
])('%j is refused with the reason', (args, text) => {
  expect(() => readCommandLine(args)).toThrow(text)
})

test.each([[[]], [['--help']], [['run', '-h']], [['help']]])('%j shows the help', (args) => {
  expect(readCommandLine(args).verb).toBe('help')
})

test('the unit quotes characters that systemd would expand', () => {
  const unit = unitText('/opt/my node/bin/node', '/var/lib/a/agent.mjs', '/srv/50%$x', 60)
  expect(unit).toContain(
    'ExecStart="/opt/my node/bin/node" /var/lib/a/agent.mjs run --dir "/srv/50%%$$x" --interval 60\n',
  )
})
