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

// only whole numbers are put into these texts

const armScript = (uuid: number, seconds: number) => `#!/bin/sh
# belvedere arm ${uuid} ${seconds}
d=/tmp/belvedere
e=/etc/ucentral
umask 077
mkdir -p $d
kept=$(basename "$(readlink $e/ucentral.active)")
[ -x /usr/share/ucentral/ucentral.uc ] || { echo 'this firmware does not apply configurations by ucentral.uc'; exit 3; }
if kill -0 "$(cat $d/pid 2>/dev/null)" 2>/dev/null; then
  # armed already: the configuration kept stays the one that was confirmed last
  mv $d/armed.* $d/armed.${uuid}.new 2>/dev/null || { echo 'the device is returning to its former configuration'; exit 4; }
  mv $d/armed.${uuid}.new $d/armed.${uuid}
  echo $(($(cut -d. -f1 /proc/uptime) + ${seconds})) >$d/deadline
  exit 0
fi
[ -n "$kept" ] && [ -f "$e/$kept" ] || { echo 'no configuration is active'; exit 3; }
rm -f $d/armed.* $d/confirmed.* $d/returning
cp "$e/$kept" $d/kept && echo "$kept" >$d/name || { echo 'no room to keep the configuration'; exit 5; }
echo $(($(cut -d. -f1 /proc/uptime) + ${seconds})) >$d/deadline
: >$d/armed.${uuid}
cat >$d/timer.sh <<'END'
${timerScript}END
sh $d/timer.sh </dev/null >/dev/null 2>&1 &
echo $! >$d/pid
`

/** Runs beside the client, which may be started afresh meanwhile; a later arm moves the deadline. */
const timerScript = `trap '' HUP
d=/tmp/belvedere
e=/etc/ucentral
while [ "$(cut -d. -f1 /proc/uptime)" -lt "$(cat $d/deadline)" ]; do
  ls $d/armed.* >/dev/null 2>&1 || exit 0
  sleep 1
done
n=0
while pgrep -f share/ucentral/ucentral.uc >/dev/null && [ $n -lt 90 ]; do
  n=$((n + 1))
  sleep 1
done
mv $d/armed.* $d/returning || exit 0
name=$(cat $d/name)
[ -f "$e/$name" ] || cp $d/kept "$e/$name"
past=
for f in $e/ucentral.cfg.*; do
  [ -z "$past" ] || rm -f "$f"
  [ "\${f##*/}" != "$name" ] || past=1
done
if [ "$(basename "$(readlink $e/ucentral.active)")" != "$name" ]; then
  /usr/share/ucentral/ucentral.uc "$e/$name" 0
  # the client does not render again what it finds active when it starts with this mark
  : >/tmp/ucentral.restart
  /etc/init.d/ucentral restart
fi
rm -f $d/returning $d/kept
`

const confirmScript = (uuid: number) => `#!/bin/sh
# belvedere confirm ${uuid}
d=/tmp/belvedere
[ -e $d/confirmed.${uuid} ] && exit 0
mv $d/armed.${uuid} $d/confirmed.${uuid} 2>/dev/null || { echo 'not armed for this configuration'; exit 1; }
kill "$(cat $d/pid)" 2>/dev/null
rm -f $d/pid $d/kept
`

const runningScript = `#!/bin/sh
# belvedere running
cat /etc/ucentral/ucentral.active 2>/dev/null || { echo 'no configuration is active'; exit 1; }
`
