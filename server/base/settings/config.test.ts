import { expect, test } from 'vitest'
import { ConfigError, helpText, options, readConfig } from './config.ts'

test('defaults hold when nothing is given', () => {
  const config = readConfig([], {})
  expect([config.port, config['device-port'], config['shell-port'], config.host]).toEqual([
    8080,
    15002,
    5912,
    '127.0.0.1',
  ])
  expect([...config.roles]).toEqual(['api', 'gateway', 'worker'])
})

test('a flag wins over the environment, which wins over the default', () => {
  expect(readConfig(['--port', '1'], { BELVEDERE_PORT: '2' }).port).toBe(1)
  expect(readConfig([], { BELVEDERE_PORT: '2' }).port).toBe(2)
  expect(readConfig([], { BELVEDERE_PORT: '' }).port).toBe(8080)
})

test.each([
  [['--port', '70000'], /--port 70000.*65535/],
  [['--port', 'x'], /--port x/],
  [['--roles', 'api,cook'], /--roles api,cook.*gateway/],
  [['--roles', 'api'], /DATABASE_URL.*NATS_URL/],
  [['--device-cert', '/a'], /--device-key/],
  [['--registration', 'maybe'], /--registration maybe.*open, closed/],
  [['--smtp-url', 'https://mail.test'], /^--smtp-url: /],
  [['--log-level', 'loud'], /--log-level loud.*debug/],
  [['--trust-proxy', 'nginx'], /--trust-proxy nginx.*nginx/],
  [['--trust-proxy', '10.0.0.0/40'], /--trust-proxy/],
  [['--device-proxy', '1'], /--device-proxy 1/],
  [['--metrics-token', 'short'], /^--metrics-token: /],
  [['--nonsense'], /nonsense/],
])('%j is refused with the reason', (args, reason) => {
  expect(() => readConfig(args, {})).toThrow(reason)
})

test('all invalid values are reported at once', () => {
  expect(() => readConfig(['--port', 'x', '--retention', '0'], {})).toThrow(/--port[\s\S]*--retention/)
})

test('a secret never appears in an error', () => {
  try {
    readConfig(['--database-url', 'postgres://u:hunter2@h/d', '--roles', 'api'], {})
    expect.unreachable()
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    expect(String(error)).not.toContain('hunter2')
  }
})

test('the help names every option', () => {
  for (const name of Object.keys(options)) expect(helpText()).toContain(`--${name}`)
})

test('a variable of an earlier release stops the start, with its present name', () => {
  expect(() => readConfig([], { BELVEDERE_CONSOLE_URL: 'https://noc.example.com' })).toThrow('BELVEDERE_PUBLIC_URL')
})
