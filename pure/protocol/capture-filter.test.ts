import { expect, test } from 'vitest'
import { isCaptureFilter } from './capture-filter.ts'

test.each(['', 'host 10.0.0.1 and port 53', 'ether host aa:bb:cc:dd:ee:ff', 'tcp[13] & 2 != 0', 'portrange 20-25'])(
  '%s is a filter',
  (text) => expect(isCaptureFilter(text)).toBe(true),
)

test.each(['-z reboot', 'port 53 -w /etc/passwd', 'port 53;reboot', '$(reboot)', '`reboot`', 'a\nb', "'", '"'])(
  '%s is refused',
  (text) => expect(isCaptureFilter(text)).toBe(false),
)
