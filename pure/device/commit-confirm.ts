import { deviceShell } from './device-shell.ts'

/*
 * The scripts by which access points roll back by themselves. Only whole numbers are inserted. They are here because the
 * simulated access points run these scripts, and no other script that they receive, on the machine of the simulation.
 */

/**
 * A power loss clears the memory, and the client then applies the newest document that it finds. A script that runs at each boot
 * before the client removes documents that were never confirmed. The next arm restarts a timer that was killed; the state to
 * restore is kept in files. A process number in a file may be stale or belong to another process, so the scripts check the
 * process behind it, and kill none.
 */
export const armScript = (uuid: number, seconds: number) => deviceShell`#!/bin/sh
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
cp "$e/$kept" $d/kept && echo "$kept" >$d/name && echo "$kept" >$e/belvedere.kept || { echo 'no room to keep the configuration'; exit 5; }
cat >$e/belvedere.boot <<'END'
#!/bin/sh
e=/etc/ucentral
name=$(cat $e/belvedere.kept)
if [ -f "$e/$name" ]; then
  past=
  for f in $e/ucentral.cfg.*; do
    [ -z "$past" ] || rm -f "$f"
    [ "\${f##*/}" != "$name" ] || past=1
  done
  ln -sf "$e/$name" $e/ucentral.active
fi
rm -f $e/belvedere.kept /etc/rc.d/S95belvedere
END
chmod 755 $e/belvedere.boot
mv $e/belvedere.boot /etc/rc.d/S95belvedere
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
rm -f $d/returning $d/kept $d/name $d/pid $e/belvedere.kept /etc/rc.d/S95belvedere
[ -z "$restart" ] || /etc/init.d/ucentral restart
END
# one that is running may still be reading its text
mv $d/timer.new $d/timer.sh
: >$d/armed.${uuid}
start
`

/** A second confirm has the same result. */
export const confirmScript = (uuid: number) => deviceShell`#!/bin/sh
# belvedere confirm ${uuid}
d=/tmp/belvedere
[ -e $d/confirmed.${uuid} ] && exit 0
mv $d/armed.${uuid} $d/confirmed.${uuid} 2>/dev/null || { echo 'not armed for this configuration'; exit 1; }
# the timer ends by itself: nothing is armed
rm -f $d/pid $d/kept $d/name /etc/ucentral/belvedere.kept /etc/rc.d/S95belvedere
`

/** Prints the active configuration. */
export const runningScript = deviceShell`#!/bin/sh
# belvedere running
cat /etc/ucentral/ucentral.active 2>/dev/null || { echo 'no configuration is active'; exit 1; }
`
