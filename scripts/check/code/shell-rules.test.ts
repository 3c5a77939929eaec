import { expect, test } from 'vitest'
import { shellBreachesOf, shellFaultsOf } from './shell-rules.ts'
import { parseSource } from '../source.ts'

test.each([
  ['if kill -0 "$(cat $d/pid 2>/dev/null)"; then', 'kill'],
  ['pid=$(cat /tmp/pid); kill "$pid"', 'kill'],
  ['kill -9 ""', 'kill'],
  ['if [[ -f /tmp/a ]]; then :; fi', '[['],
  ['[ "$a" == b ] && exit 0', '=='],
  ['source /etc/rc', 'bash'],
  ['cat <<<"$a"', 'here-string'],
  ['diff <(ls) <(ls)', 'substitution'],
  ['a=(1 2)', 'array'],
  ['for i in {1..3}; do :; done', '{1..9}'],
  ['echo "${a/b/c}" && echo ${a:0:2}', 'expansion'],
  ['cmd &>/dev/null', '&>'],
  ['nohup sleep 1 &', 'nohup'],
  ['x=$(stat -c %s /tmp/a)', 'stat'],
  ['cat /tmp/x | base64', 'base64'],
  ['if ! timeout 3 true; then :; fi', 'timeout'],
  ['x=$(cat /tmp/x)\n[ $x -gt 3 ] && exit 1', '$x'],
  ['touch $(cat /tmp/name)', 'unquoted'],
  ['rm -rf "$d"/old', 'rm -r'],
])('refused: %s', (text, why) => expect(shellFaultsOf(text).join('\n')).toContain(why))

test.each([
  'pid=$(cat /tmp/pid)\nif [ -n "$pid" ] && kill -0 "$pid"; then exit 0; fi',
  'd=/tmp/x\nn=0\nwhile [ $n -lt 9 ]; do n=$((n + 1)); done; ls $d/*.a >/dev/null 2>&1 || exit 0',
  'case "$(cat /tmp/a)" in *b*) exit 0 ;; c) exit 1 ;; esac # kill $(it)',
  'for ip in 1 2; do ( ping -c 1 "$ip" >/dev/null 2>&1 && echo "up $ip" ) & done; wait',
  "go() {\n  sed 's/[[a]/$(b)/' /etc/x\n}\ngo",
])('taken: %s', (text) => expect(shellFaultsOf(text)).toEqual([]))

const found = (text: string, path = 'drivers/kit/x.ts') => shellBreachesOf(parseSource(path, text)).length

test('a script is one template with the tag', () => {
  expect(found('const a = `#!/bin/sh\nreboot\n`')).toBe(1)
  expect(found(`const a = ['#!/bin/sh', 'reboot'].join('\\n')`)).toBe(1)
  expect(found('const a = deviceShell`#!/bin/sh\nnohup reboot\n`')).toBe(1)
  expect(found('const a = deviceShell`#!/bin/sh\nsleep ${3}\n`')).toBe(0)
  expect(found('const a = `#!/bin/sh\nreboot\n`', 'drivers/kit/x.test.ts')).toBe(0)
})
