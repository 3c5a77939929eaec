/**
 * A shell script for a device: `deviceShell`#!/bin/sh …``. Devices have BusyBox ash with the programs of `openWrtPrograms`. `npm
 * run check` refuses shell features that ash lacks or handles differently in every text with this tag. Only whole numbers and
 * plain words can be inserted. Other values throw: the caller has validated external input.
 */
export function deviceShell(texts: TemplateStringsArray, ...values: readonly (number | string)[]): string {
  return String.raw(
    { raw: texts },
    ...values.map((value) => {
      const text = String(value)
      if (typeof value === 'number' ? !Number.isInteger(value) : !plainWords.test(text))
        throw new Error('not a plain word for a device shell')
      return text
    }),
  )
}

/** Names and addresses, one or several: no characters with a meaning for the shell, and no option. */
const plainWords = /^[0-9A-Za-z][0-9A-Za-z.:_-]*(?: [0-9A-Za-z][0-9A-Za-z.:_-]*)*$/

/** Programs in the default BusyBox of OpenWrt, without the builtins of the shell. */
export const openWrtPrograms: readonly string[] =
  `ash awk basename brctl cat chgrp chmod chown chroot clear cmp cp crontab cut date dd df dirname dmesg du egrep env expr false
  fgrep find flock free fsync grep gunzip gzip halt head hexdump hwclock id ifconfig ip killall less ln lock logger ls md5sum
  mkdir mkfifo mknod mktemp mount mv nc netstat nice nslookup passwd pgrep pidof ping ping6 poweroff ps readlink reboot rm rmdir
  route sed seq sh sha256sum sleep sort start-stop-daemon strings sync sysctl tail tar taskset tee time top touch tr traceroute
  traceroute6 true umount uname uniq uptime vi wc which xargs yes zcat`.split(/\s+/)
