import { deviceShell } from '@belvedere/pure/device-shell.ts'
import type { WireCommand, Wrong } from '../define-device-driver.ts'
import type { CommandResult } from '../facts.ts'
import { numberOf, objectOf, textOf, wholeWithin, type Loose } from '../coerce.ts'
import { uuidOf } from './hears.ts'
import { readScript, sayScript, type Sayings } from './says.ts'

/**
 * Commit-confirm for the access points' client, which has none of its own: by shell scripts. The client keeps each document
 * as `ucentral.cfg.<number>`, links the active one, and at its start takes the one with the highest number; so returning is
 * to remove what is newer, to have the former rendered again, and to start the client afresh so that it knows.
 *
 * The state of a timer is the name of a file: `armed.<uuid>`. Confirming and returning both rename it, so only one of them
 * happens. All of it lies in memory: a device that boots before it is told `confirm` stays with the new configuration.
 */
export const scriptedCommitConfirm: Sayings = {
  arm: sayArm,
  confirm: ({ uuid }) => {
    const number = uuidOf(uuid)
    return number ? told(confirmScript(number), 20) : { wrong: 'uuid' }
  },
  running: () => ({ ...(sayScript(runningScript, 20) as WireCommand), read: readRunning }),
}

/** Seconds a device may be told to wait before it returns. */
export const armSeconds = { least: 1, most: 3600 }

function sayArm({ uuid, seconds }: Loose): WireCommand | Wrong {
  const number = uuidOf(uuid)
  const wait = wholeWithin(seconds, armSeconds.least, armSeconds.most)
  if (!number) return { wrong: 'uuid' }
  return wait === undefined ? { wrong: 'seconds' } : told(armScript(number, wait), 20)
}

/** A script whose output is the reason when it fails. */
function told(script: string, seconds: number): WireCommand {
  return { ...(sayScript(script, seconds) as WireCommand), read: readTold }
}

function readTold(given: Record<string, unknown>): CommandResult {
  const { result, msg, data } = readScript(given)
  return { result, msg: result === 0 ? '' : textOf(data.text, 1024)?.trim() || msg }
}

function readRunning(given: Record<string, unknown>): CommandResult {
  const { data } = readScript(given)
  const told = readTold(given)
  if (told.result !== 0) return told
  const config = parsed(data.text)
  if (!config) return { result: 1, msg: 'the device did not print a configuration' }
  return { result: 0, msg: '', data: { uuid: uuidOf(config.uuid) ?? numberOf(given.uuid) ?? 0, config } }
}

function parsed(text: string): Loose | undefined {
  try {
    const value = objectOf(JSON.parse(text))
    return Object.keys(value).length > 0 ? value : undefined
  } catch {
    return undefined
  }
}

/**
 * A timer that was killed is started again by the next arm: what it was to return to is kept in files. A number read from a file
 * may be nobody's or somebody else's by then, so the process it names is looked at, and none is killed.
 */
const armScript = (uuid: number, seconds: number) => deviceShell`#!/bin/sh
# belvedere arm ${uuid} ${seconds}
d=/tmp/belvedere
e=/etc/ucentral
umask 077
mkdir -p $d
[ -x /usr/share/ucentral/ucentral.uc ] || { echo 'this firmware does not apply configurations by ucentral.uc'; exit 3; }
start() {
  pid=$(cat $d/pid 2>/dev/null)
  case "$(tr '\\0' ' ' 2>/dev/null <"/proc/\${pid:-none}/cmdline")" in *belvedere/timer.sh*) return 0 ;; esac
  sh $d/timer.sh </dev/null >/dev/null 2>&1 &
}
if [ -e $d/returning ]; then
  start
  echo 'the device is returning to its former configuration'
  exit 4
fi
until=$(($(cut -d. -f1 /proc/uptime) + ${seconds}))
echo "$until" >$d/deadline.new
if ls $d/armed.* >/dev/null 2>&1 && [ -s $d/name ] && [ -f $d/kept ]; then
  # armed already: the configuration kept stays the one that was confirmed last
  mv $d/deadline.new $d/deadline
  mv $d/armed.* $d/armed.${uuid}.new 2>/dev/null || { echo 'the device is returning to its former configuration'; exit 4; }
  mv $d/armed.${uuid}.new $d/armed.${uuid}
  start
  exit 0
fi
kept=$(basename "$(readlink $e/ucentral.active)")
[ -n "$kept" ] && [ -f "$e/$kept" ] || { echo 'no configuration is active'; exit 3; }
rm -f $d/armed.* $d/confirmed.*
cp "$e/$kept" $d/kept && echo "$kept" >$d/name || { echo 'no room to keep the configuration'; exit 5; }
mv $d/deadline.new $d/deadline
# runs beside the client, which may be started afresh meanwhile; a later arm moves the deadline
cat >$d/timer.new <<'END'
trap '' HUP
d=/tmp/belvedere
e=/etc/ucentral
echo $$ >$d/pid
while [ ! -e $d/returning ]; do
  # confirmed, or another timer has taken its place
  [ "$(cat $d/pid 2>/dev/null)" = $$ ] || exit 0
  # a file that is just being renamed is there a second later
  ls $d/armed.* >/dev/null 2>&1 || { sleep 1; ls $d/armed.* >/dev/null 2>&1; } || exit 0
  if [ "$(cut -d. -f1 /proc/uptime)" -lt "$(cat $d/deadline)" ]; then
    sleep 1
    continue
  fi
  n=0
  while pgrep -f share/ucentral/ucentral.uc >/dev/null && [ $n -lt 90 ]; do
    n=$((n + 1))
    sleep 1
  done
  mv $d/armed.* $d/returning 2>/dev/null
done
[ "$(cat $d/pid 2>/dev/null)" = $$ ] || exit 0
name=$(cat $d/name)
[ -f "$e/$name" ] || cp $d/kept "$e/$name"
past=
for f in $e/ucentral.cfg.*; do
  [ -z "$past" ] || rm -f "$f"
  [ "\${f##*/}" != "$name" ] || past=1
done
restart=
if [ "$(basename "$(readlink $e/ucentral.active)")" != "$name" ]; then
  restart=1
  # with this mark the client does not render again what it finds active; without it, it does
  /usr/share/ucentral/ucentral.uc "$e/$name" 0 && : >/tmp/ucentral.restart
fi
rm -f $d/returning $d/kept $d/name $d/pid
[ -z "$restart" ] || /etc/init.d/ucentral restart
END
# one that is running may still be reading its text
mv $d/timer.new $d/timer.sh
: >$d/armed.${uuid}
start
`

const confirmScript = (uuid: number) => deviceShell`#!/bin/sh
# belvedere confirm ${uuid}
d=/tmp/belvedere
[ -e $d/confirmed.${uuid} ] && exit 0
mv $d/armed.${uuid} $d/confirmed.${uuid} 2>/dev/null || { echo 'not armed for this configuration'; exit 1; }
# the timer ends by itself: nothing is armed
rm -f $d/pid $d/kept $d/name
`

const runningScript = deviceShell`#!/bin/sh
# belvedere running
cat /etc/ucentral/ucentral.active 2>/dev/null || { echo 'no configuration is active'; exit 1; }
`
