import type { FetchMethod } from '../../kit/define-device-driver.ts'
import type { UcentralCommand } from '../../protocol/ucentral/protocol.ts'
import type { InvalidArgument } from '../../kit/define-protocol.ts'
import { flagOf, type Loose } from '../../kit/coerce.ts'
import { encodeUpgrade } from '../../protocol/ucentral/encode.ts'

/** It answers after the download, ms. */
const DOWNLOAD = 600_000

/** Its downloader verifies by the system's CA store, or on request by the device's own certificate and CA. */
export function encodeApUpgrade(args: Loose): UcentralCommand | InvalidArgument {
  const command = encodeUpgrade(args, DOWNLOAD)
  if ('wrong' in command || flagOf(args.local_certificates) !== true) return command
  return { ...command, params: { ...command.params, 'use-local-certificates': true } }
}

/**
 * Since May 2025 the downloader can use the device's own certificates; earlier firmware ignores the member. Releases 1 to 3 are
 * older. For later ones, and for a firmware text without a release, it is tried.
 */
export function fetchesOf(firmware: string): readonly FetchMethod[] {
  return /\bTIP-v[1-3]\./.test(firmware) ? ['public', 'plain'] : ['public', 'plain', 'local']
}
