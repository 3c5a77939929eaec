/**
 * A shell script for a device: `deviceShell`#!/bin/sh …``. Devices have BusyBox ash with the programs of `openWrtPrograms`; what
 * other shells take and that one does not, or takes otherwise, `npm run check` refuses in every text with this tag.
 * Only whole numbers and plain words get into it. Throws on anything else: the caller has checked what came from outside.
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

/** Names, addresses, several of them: nothing that a shell reads as anything else, and no option. */
const plainWords = /^[0-9A-Za-z][0-9A-Za-z.:_-]*(?: [0-9A-Za-z][0-9A-Za-z.:_-]*)*$/

/** Programs in the BusyBox of OpenWrt as it is built by default, the shell's own commands left out. */
export const openWrtPrograms: readonly string[] =
  `ash awk basename brctl cat chgrp chmod chown chroot clear cmp cp crontab cut date dd df dirname dmesg du egrep env expr false
  fgrep find flock free fsync grep gunzip gzip halt head hexdump hwclock id ifconfig ip killall less ln lock logger ls md5sum
  mkdir mkfifo mknod mktemp mount mv nc netstat nice nslookup passwd pgrep pidof ping ping6 poweroff ps readlink reboot rm rmdir
  route sed seq sh sha256sum sleep sort start-stop-daemon strings sync sysctl tail tar taskset tee time top touch tr traceroute
  traceroute6 true umount uname uniq uptime vi wc which xargs yes zcat`.split(/\s+/)
